/** The servers and writers that are measured: Cinedex, and minimal ones of the benchmark's own. */
@NullMarked
package dev.cinedex.benchmark.peers;

import org.jspecify.annotations.NullMarked;
