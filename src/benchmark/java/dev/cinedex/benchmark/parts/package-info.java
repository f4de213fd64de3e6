/** The parts of the benchmark: each measures one kind of work. */
@NullMarked
package dev.cinedex.benchmark.parts;

import org.jspecify.annotations.NullMarked;
