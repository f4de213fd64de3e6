/**
 * The way from a declaration to a table, its rows, and the changes of rows between two states, in
 * pure Java.
 */
@NullMarked
package dev.cinedex.lookup;

import org.jspecify.annotations.NullMarked;
