package dev.cinedex.jobs;

import dev.cinedex.cassandra.TokenRange;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.RowDigest;
import java.util.BitSet;

/**
 * The rows that a job compares one by one.
 *
 * @param bins of entities, as {@link RowDigest#bin} assigns them
 */
record RowSelection(Scope scope, BitSet bins) {

  /** Selects the rows of a scope, in all bins. */
  static RowSelection of(Scope scope) {
    BitSet all = new BitSet(RowDigest.BINS);
    all.set(0, RowDigest.BINS);
    return new RowSelection(scope, all);
  }

  boolean touches(TokenRange range) {
    return !bins.isEmpty() && scope.touches(range);
  }

  boolean covers(LookupRow row) {
    return bins.get(RowDigest.bin(row.entityId())) && scope.covers(row);
  }
}
