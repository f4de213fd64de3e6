/** The metrics that Cinedex counts itself, for Prometheus. */
@NullMarked
package dev.cinedex.metrics;

import org.jspecify.annotations.NullMarked;
