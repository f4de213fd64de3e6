/**
 * The parts that the service and the commands share, and the configuration from which they are
 * built.
 */
@NullMarked
package dev.cinedex.instance;

import org.jspecify.annotations.NullMarked;
