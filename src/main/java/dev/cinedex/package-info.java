/** Starts the service: the application class wires the rooms together. */
@NullMarked
package dev.cinedex;

import org.jspecify.annotations.NullMarked;
