/** The work of the service that needs no Cassandra: JMH measures it. */
@NullMarked
package dev.cinedex.benchmark.pure;

import org.jspecify.annotations.NullMarked;
