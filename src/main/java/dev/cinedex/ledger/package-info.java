/**
 * The protocol of a write: the ledger, its notes, and the writer and sweeper that settle each
 * version.
 */
@NullMarked
package dev.cinedex.ledger;

import org.jspecify.annotations.NullMarked;
