/** Long work over many movies. */
@NullMarked
package dev.cinedex.jobs;

import org.jspecify.annotations.NullMarked;
