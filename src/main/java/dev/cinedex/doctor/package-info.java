/** Examines the cluster and the schema: what was found, what it means, and what to do. */
@NullMarked
package dev.cinedex.doctor;

import org.jspecify.annotations.NullMarked;
