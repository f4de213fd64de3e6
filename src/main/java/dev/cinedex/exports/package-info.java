/**
 * Writes the movies, or the rows of a lookup table, to files that {@code import} and people read.
 */
@NullMarked
package dev.cinedex.exports;

import org.jspecify.annotations.NullMarked;
