/**
 * What the service and the commands share: the configuration, and the parts that are built from it.
 */
@NullMarked
package dev.cinedex.instance;

import org.jspecify.annotations.NullMarked;
