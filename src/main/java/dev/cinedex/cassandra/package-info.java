/** Getting to Cassandra: session, configuration block, schema, health, embedded node. */
@NullMarked
package dev.cinedex.cassandra;

import org.jspecify.annotations.NullMarked;
