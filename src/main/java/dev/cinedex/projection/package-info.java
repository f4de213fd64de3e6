/** Writes lookup rows: the only room that builds a batch. */
@NullMarked
package dev.cinedex.projection;

import org.jspecify.annotations.NullMarked;
