/** Resources, cursors, problems. */
@NullMarked
package dev.cinedex.http;

import org.jspecify.annotations.NullMarked;
