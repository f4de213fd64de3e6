/** The embedded Cassandra node for development and tests, which runs in a child process. */
@NullMarked
package dev.cinedex.embedded;

import org.jspecify.annotations.NullMarked;
