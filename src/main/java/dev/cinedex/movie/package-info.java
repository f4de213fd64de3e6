/** A movie, its attributes and its JSON. Pure Java: knows neither Cassandra nor HTTP. */
@NullMarked
package dev.cinedex.movie;

import org.jspecify.annotations.NullMarked;
