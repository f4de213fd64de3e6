/** How HTTP is spoken: limits, filters, and problems, for every request alike. */
@NullMarked
package dev.cinedex.http;

import org.jspecify.annotations.NullMarked;
