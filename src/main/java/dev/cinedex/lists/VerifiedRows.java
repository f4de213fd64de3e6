package dev.cinedex.lists;

import static java.util.Objects.requireNonNull;

import dev.cinedex.ledger.CurrentState;
import dev.cinedex.ledger.CurrentStates;
import dev.cinedex.ledger.EntityWriter;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.TableRows;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiFunction;

/** Checks rows against the ledger. */
public final class VerifiedRows {
  private final CurrentStates states;
  private final EntityWriter writer;

  /**
   * @param writer settles in the background the entities of rows that are not as they should be
   */
  public VerifiedRows(CurrentStates states, EntityWriter writer) {
    this.states = states;
    this.writer = writer;
  }

  /**
   * Returns the rows as of the last versions of their entities, without those that do not belong to
   * these versions.
   *
   * @param stored about ten rows at most
   * @param expand whether the entries get the complete states
   */
  List<ListEntry> verified(List<StoredRow> stored, boolean expand) {
    return compare(
        stored,
        (row, now) -> {
          Optional<LookupRow> expected = expected(row, now);
          if (!now.settled() || expected.filter(row.row()::equals).isEmpty()) {
            writer.settleLater(now.entityId());
          }
          return expected.map(
              each -> ListEntry.of(each, expand ? now.state() : null, now.version()));
        });
  }

  /**
   * Returns the rows as they are stored, and how they compare with the last versions of their
   * entities.
   *
   * @param stored about ten rows at most
   */
  List<ListEntry> compared(List<StoredRow> stored) {
    return compare(
        stored,
        (row, now) -> {
          if (!now.settled()) {
            writer.settleLater(now.entityId());
          }
          Standing standing = Standing.of(row.row(), expected(row, now));
          return Optional.of(ListEntry.of(row, row.version(), standing));
        });
  }

  private List<ListEntry> compare(
      List<StoredRow> stored, BiFunction<StoredRow, CurrentState, Optional<ListEntry>> comparison) {
    Map<UUID, CurrentState> found = states.read(stored.stream().map(StoredRow::entityId).toList());
    return stored.stream()
        .flatMap(row -> comparison.apply(row, requireNonNull(found.get(row.entityId()))).stream())
        .toList();
  }

  private static Optional<LookupRow> expected(StoredRow stored, CurrentState now) {
    return TableRows.at(stored.key(), now.entityId(), now.state());
  }
}
