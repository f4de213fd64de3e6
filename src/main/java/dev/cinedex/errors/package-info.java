/** The errors that reach users, each with a code that says what to do. */
@NullMarked
package dev.cinedex.errors;

import org.jspecify.annotations.NullMarked;
