/**
 * Builds, verifies and repairs lookup tables in jobs, which another instance continues when the one
 * that runs them dies.
 */
@NullMarked
package dev.cinedex.jobs;

import org.jspecify.annotations.NullMarked;
