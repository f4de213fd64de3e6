/** Statements and batches for lookup rows, and page reads. The only place that builds a batch. */
@NullMarked
package dev.cinedex.projection;

import org.jspecify.annotations.NullMarked;
