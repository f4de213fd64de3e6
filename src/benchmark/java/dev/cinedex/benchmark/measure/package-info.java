/** Rounds in which contenders take turns, and what they measure. */
@NullMarked
package dev.cinedex.benchmark.measure;

import org.jspecify.annotations.NullMarked;
