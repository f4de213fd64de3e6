/**
 * Jobs that build, verify and repair lookup tables, and that another instance resumes when theirs
 * dies.
 */
@NullMarked
package dev.cinedex.jobs;

import org.jspecify.annotations.NullMarked;
