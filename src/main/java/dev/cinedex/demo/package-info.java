/** Breaks rows on purpose, for whoever tries the explorer with the embedded node. */
@NullMarked
package dev.cinedex.demo;

import org.jspecify.annotations.NullMarked;
