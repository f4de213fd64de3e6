/** Commands. */
@NullMarked
package dev.cinedex.cli;

import org.jspecify.annotations.NullMarked;
