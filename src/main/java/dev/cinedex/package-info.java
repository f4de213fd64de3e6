/** Wiring: reads top to bottom. */
@NullMarked
package dev.cinedex;

import org.jspecify.annotations.NullMarked;
