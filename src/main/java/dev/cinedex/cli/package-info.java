/** The commands: each parses its arguments, calls one room, and prints what the user needs. */
@NullMarked
package dev.cinedex.cli;

import org.jspecify.annotations.NullMarked;
