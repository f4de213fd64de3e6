/** The movies of the benchmark, and the ways in which they get into Cassandra. */
@NullMarked
package dev.cinedex.benchmark.data;

import org.jspecify.annotations.NullMarked;
