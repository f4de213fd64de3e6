/** How everything is, in one document: Cassandra, rates, tables, jobs, and advice in words. */
@NullMarked
package dev.cinedex.overview;

import org.jspecify.annotations.NullMarked;
