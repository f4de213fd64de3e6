/** The rules of every HTTP request: limits, strict bodies and parameters, headers, problems. */
@NullMarked
package dev.cinedex.http;

import org.jspecify.annotations.NullMarked;
