package dev.cinedex.projection;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The rows of one change, as they are sent.
 *
 * @param phases sent one after the other; the batches of a phase are sent at the same time
 */
record BatchPlan(List<List<RowStatement>> phases) {

  /** Plans one batch where everything fits, else the inserts before the deletes. */
  static BatchPlan of(List<RowStatement> inserts, List<RowStatement> deletes, long batchBytes) {
    if (RowStatement.bytes(inserts) + RowStatement.bytes(deletes) <= batchBytes) {
      return new BatchPlan(List.of(Stream.concat(inserts.stream(), deletes.stream()).toList()));
    }
    // A reader should rather see an entity under its old and new keys than under none.
    return new BatchPlan(List.of(inserts, deletes));
  }

  List<RowStatement> rows() {
    return phases.stream().flatMap(List::stream).toList();
  }

  /** Returns the bytes of each batch. */
  List<Long> batches(long batchBytes) {
    return phases.stream()
        .flatMap(rows -> chunks(rows, batchBytes).stream())
        .map(RowStatement::bytes)
        .toList();
  }

  /** Cuts rows into batches of at most so many bytes; a larger row has a batch of its own. */
  static List<List<RowStatement>> chunks(List<RowStatement> rows, long batchBytes) {
    List<List<RowStatement>> chunks = new ArrayList<>();
    long room = 0;
    for (RowStatement row : rows) {
      if (chunks.isEmpty() || row.bytes() > room) {
        chunks.add(new ArrayList<>());
        room = batchBytes;
      }
      chunks.get(chunks.size() - 1).add(row);
      room -= row.bytes();
    }
    return chunks;
  }
}
