/** Page reads: lists of entities from lookup tables, and the sizes of their partitions. */
@NullMarked
package dev.cinedex.lists;

import org.jspecify.annotations.NullMarked;
