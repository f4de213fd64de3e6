package dev.cinedex.resources;

import dev.cinedex.lists.TableReads.Result;
import dev.cinedex.lookup.LookupTable;
import java.time.Instant;

/**
 * The way in which rows were counted, and when, in JSON.
 *
 * @param from when counting began
 * @param to when counting ended
 */
record CountedView(String table, String how, Instant from, Instant to) {
  static CountedView of(LookupTable table, Result<?> counts) {
    return new CountedView(
        table.name(),
        "every row was counted, each at LOCAL_QUORUM at its own moment between 'from' and 'to';"
            + " none was checked against the ledger",
        counts.from(),
        counts.to());
  }
}
