/** The movie: its attributes, and how it is read from JSON and written as JSON. */
@NullMarked
package dev.cinedex.movie;

import org.jspecify.annotations.NullMarked;
