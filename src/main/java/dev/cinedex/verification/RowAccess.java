package dev.cinedex.verification;

import dev.cinedex.ledger.EntityWriter;
import dev.cinedex.ledger.Ledger;
import dev.cinedex.lists.LookupRows;
import dev.cinedex.projection.Projection;

/**
 * Everything that is needed to compare rows of lookup tables with the ledger and to repair them.
 *
 * @param writer completes unfinished writes of entities before their rows are compared
 * @param projection writes the rows
 */
public record RowAccess(
    Ledger ledger, LookupRows rows, EntityWriter writer, Projection projection) {}
