package dev.cinedex.lookup;

import dev.cinedex.movie.Movie;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a movie's change means for the lookup tables. The keys of the two lists are disjoint: at one
 * timestamp a delete would win over an insert.
 *
 * @param inserts rows of the new state that the old state did not have, or had with other values
 * @param deletes rows whose key only the old state has
 */
public record RowChanges(List<Insert> inserts, List<LookupRow> deletes) {

  public static final RowChanges NONE = new RowChanges(List.of(), List.of());

  /** Those of other tables, too. */
  public RowChanges and(RowChanges other) {
    return new RowChanges(
        Stream.concat(inserts.stream(), other.inserts.stream()).toList(),
        Stream.concat(deletes.stream(), other.deletes.stream()).toList());
  }

  public boolean isEmpty() {
    return inserts.isEmpty() && deletes.isEmpty();
  }

  /**
   * @param replaced the row that stands at this key so far, when there is one: a value that only it
   *     has must be cleared
   */
  public record Insert(LookupRow row, @Nullable LookupRow replaced) {}

  /**
   * @param before null when the movie did not exist
   * @param after null when it is deleted
   */
  public static RowChanges between(
      List<LookupTable> tables, UUID movieId, @Nullable Movie before, @Nullable Movie after) {
    List<Insert> inserts = new ArrayList<>();
    List<LookupRow> deletes = new ArrayList<>();
    for (LookupTable table : tables) {
      Map<List<Object>, LookupRow> oldRows = table.rowsOf(movieId, before);
      Map<List<Object>, LookupRow> newRows = table.rowsOf(movieId, after);
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
    return new RowChanges(List.copyOf(inserts), List.copyOf(deletes));
  }
}
