package dev.cinedex.lookup;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The changes of lookup rows that follow from a change of an entity. The keys of the two lists are
 * disjoint: at one timestamp a delete would win over an insert.
 *
 * @param inserts rows of the new state that the old state did not have, or had with other values
 * @param deletes rows whose key only the old state has
 */
public record RowChanges(List<Insert> inserts, List<LookupRow> deletes) {
  public static final RowChanges NONE = new RowChanges(List.of(), List.of());

  public RowChanges {
    inserts = List.copyOf(inserts);
    deletes = List.copyOf(deletes);
  }

  /**
   * A row to write.
   *
   * @param replaced the row that stands at this key so far, when there is one: a value that only it
   *     has must be cleared
   */
  public record Insert(LookupRow row, @Nullable LookupRow replaced) {}

  /** Returns the changes from the state before to the state after, in each of the tables. */
  public static RowChanges between(List<LookupTable> tables, Transition transition) {
    List<Insert> inserts = new ArrayList<>();
    List<LookupRow> deletes = new ArrayList<>();
    for (LookupTable table : tables) {
      Map<RowKey, LookupRow> oldRows =
          TableRows.of(table, transition.entityId(), transition.before());
      Map<RowKey, LookupRow> newRows =
          TableRows.of(table, transition.entityId(), transition.after());
      newRows.forEach(
          (key, row) -> {
            LookupRow old = oldRows.get(key);
            if (!row.equals(old)) {
              inserts.add(new Insert(row, old));
            }
          });
      oldRows.forEach(
          (key, row) -> {
            if (!newRows.containsKey(key)) {
              deletes.add(row);
            }
          });
    }
    return new RowChanges(inserts, deletes);
  }

  /** Returns these changes and those of other tables. */
  public RowChanges and(RowChanges other) {
    return new RowChanges(
        Stream.concat(inserts.stream(), other.inserts.stream()).toList(),
        Stream.concat(deletes.stream(), other.deletes.stream()).toList());
  }

  public boolean isEmpty() {
    return inserts.isEmpty() && deletes.isEmpty();
  }
}
