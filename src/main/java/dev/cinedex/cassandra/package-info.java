/** The session to Cassandra: how to connect, and what everything that uses the session shares. */
@NullMarked
package dev.cinedex.cassandra;

import org.jspecify.annotations.NullMarked;
