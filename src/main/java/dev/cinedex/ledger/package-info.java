/** The tables movies and unsettled_movies, and the six verbs of a write over them. */
@NullMarked
package dev.cinedex.ledger;

import org.jspecify.annotations.NullMarked;
