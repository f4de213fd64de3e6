/** Cinedex beside minimal peers, in one run: {@code mvn verify -Pbenchmark}. */
@NullMarked
package dev.cinedex.benchmark;

import org.jspecify.annotations.NullMarked;
