/** Connects to Cassandra, and holds what every user of a session needs: clock, retries, tasks. */
@NullMarked
package dev.cinedex.cassandra;

import org.jspecify.annotations.NullMarked;
