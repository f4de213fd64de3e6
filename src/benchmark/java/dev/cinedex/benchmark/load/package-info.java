/** Clients that send requests as fast as they are answered, and cost little themselves. */
@NullMarked
package dev.cinedex.benchmark.load;

import org.jspecify.annotations.NullMarked;
