package dev.cinedex.jobs;

import dev.cinedex.cassandra.TokenRange;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.RowSketch.Difference;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The rows that a job compares one by one: all rows of its scope, or those that its sketches have
 * named.
 */
final class Suspects {
  private final Scope scope;
  private final @Nullable Named named;

  /** A row, as far as sketches name it. */
  private record Place(UUID entityId, int table, long token) {}

  /**
   * The named rows.
   *
   * @param entities by their tokens in the ledger
   * @param stored the tables with a stored row, by the tokens of its partition
   */
  private record Named(
      Set<Place> rows,
      NavigableMap<Long, Set<UUID>> entities,
      NavigableMap<Long, Set<Integer>> stored) {}

  private Suspects(Scope scope, @Nullable Named named) {
    this.scope = scope;
    this.named = named;
  }

  /** Returns every row of the scope. */
  static Suspects all(Scope scope) {
    return new Suspects(scope, null);
  }

  /**
   * Returns the rows of the scope that differ.
   *
   * @param token gives the token of an entity in the ledger
   */
  static Suspects of(Scope scope, List<Difference> differences, ToLongFunction<UUID> token) {
    Named named = new Named(new HashSet<>(), new TreeMap<>(), new TreeMap<>());
    for (Difference each : differences) {
      named.rows.add(new Place(each.entityId(), each.table(), each.token()));
      named
          .entities
          .computeIfAbsent(token.applyAsLong(each.entityId()), added -> new HashSet<>())
          .add(each.entityId());
      if (!each.isExpected()) {
        named.stored.computeIfAbsent(each.token(), added -> new HashSet<>()).add(each.table());
      }
    }
    return new Suspects(scope, named);
  }

  boolean areAll() {
    return named == null;
  }

  /** Returns the entity that the scope is limited to; null for all. */
  @Nullable UUID onlyEntity() {
    return scope.entityId();
  }

  /** Returns whether some row can be suspected in a token range, of the ledger or of a table. */
  boolean touches(TokenRange range) {
    return scope.touches(range);
  }

  /**
   * Returns whether a row is to be compared.
   *
   * @param token gives the token of the row's partition
   */
  boolean covers(int table, LookupRow row, ToLongFunction<LookupRow> token) {
    return scope.covers(row)
        && (named == null
            || named.rows.contains(new Place(row.entityId(), table, token.applyAsLong(row))));
  }

  /** Returns the named entities in a token range of the ledger. */
  List<UUID> entities(TokenRange range) {
    return named == null
        ? List.of()
        : named.entities.subMap(range.after(), false, range.upTo(), true).values().stream()
            .flatMap(Set::stream)
            .toList();
  }

  /** Returns the tokens of a table's partitions in which a stored row is named. */
  List<Long> partitions(int table, TokenRange range) {
    return named == null
        ? List.of()
        : named.stored.subMap(range.after(), false, range.upTo(), true).entrySet().stream()
            .filter(partition -> partition.getValue().contains(table))
            .map(Map.Entry::getKey)
            .toList();
  }
}
