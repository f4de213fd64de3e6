/** Compares the rows of lookup tables with the ledger, and repairs them. */
@NullMarked
package dev.cinedex.verification;

import org.jspecify.annotations.NullMarked;
