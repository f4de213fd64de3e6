package dev.cinedex.jobs;

import dev.cinedex.lookup.RowKey;
import dev.cinedex.verification.Finding;
import java.util.List;

/**
 * One side of a comparison row by row.
 *
 * @param <T> the items that a slice is read in
 */
interface Side<T> {
  /** Returns whether a slice has nothing to compare. */
  boolean isEmpty(int slice);

  /** Reads a slice. */
  Iterable<T> scan(int slice);

  /** Returns the keys of the rows that seem to differ. */
  List<RowKey> compare(int slice, List<T> items);

  /** Returns whether a difference is reported from this side. */
  boolean reports(Finding finding);
}
