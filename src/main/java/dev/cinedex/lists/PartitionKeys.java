package dev.cinedex.lists;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.google.common.collect.Iterables;
import dev.cinedex.cassandra.ColumnCodecs;
import dev.cinedex.cassandra.Parallel;
import dev.cinedex.lookup.Column;
import dev.cinedex.lookup.LookupTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Lists the keys of a table, in the order of the tokens of their partitions. A key that is spread
 * over buckets is listed once: at its first bucket with rows.
 */
public final class PartitionKeys {
  private static final int PARALLEL_CHECKS = 16;

  /** The partitions that are read for one page at most, so that it does not take long. */
  private static final int MOST_PARTITIONS = 2_000;

  private final CqlSession session;

  public PartitionKeys(CqlSession session) {
    this.session = session;
  }

  /**
   * A page.
   *
   * @param keys values of the partition columns, without the bucket
   * @param next the token after which the keys go on; null at the end
   */
  public record Page(List<List<Object>> keys, @Nullable Long next) {}

  /** A partition. */
  private record Found(List<Object> key, long token, boolean isFirst) {}

  /**
   * Reads some keys.
   *
   * @param after the token after which to begin; null for the beginning
   * @param limit of the keys; fewer can come, also when there are more
   */
  public Page page(LookupTable table, @Nullable Long after, int limit) {
    List<List<Object>> keys = new ArrayList<>();
    Long last = after;
    int read = 0;
    while (true) {
      int wanted = limit - keys.size();
      List<Row> rows = session.execute(select(table, last, wanted)).all();
      for (Found found : found(table, rows)) {
        if (found.isFirst) {
          keys.add(found.key);
        }
        last = found.token;
      }
      read += rows.size();
      if (rows.size() < wanted) {
        return new Page(keys, null);
      }
      if (keys.size() == limit || read >= MOST_PARTITIONS) {
        return new Page(keys, last);
      }
    }
  }

  private static SimpleStatement select(LookupTable table, @Nullable Long after, int limit) {
    String names = SelectStatements.names(table.partitionKey());
    String select = "SELECT DISTINCT %s, token(%s) FROM %s".formatted(names, names, table.name());
    return (after == null
            ? SimpleStatement.newInstance(select + " LIMIT ?", limit)
            : SimpleStatement.newInstance(
                "%s WHERE token(%s) > ? LIMIT ?".formatted(select, names), after, limit))
        .setIdempotent(true);
  }

  private List<Found> found(LookupTable table, List<Row> rows) {
    List<Found> found = new ArrayList<>();
    for (List<Row> some : Iterables.partition(rows, PARALLEL_CHECKS)) {
      found.addAll(Parallel.map(some, PARALLEL_CHECKS, row -> found(table, row)));
    }
    return found;
  }

  private CompletionStage<Found> found(LookupTable table, Row row) {
    List<Object> values = values(table.partitionKey(), row);
    int columns = table.partition().size();
    long token = row.getLong(values.size());
    List<Object> key = values.subList(0, columns);
    if (values.size() == columns) {
      return CompletableFuture.completedFuture(new Found(key, token, true));
    }
    int bucket = (int) values.get(columns);
    return firstBucket(table, key, 0, bucket)
        .thenApply(first -> new Found(key, token, first == bucket));
  }

  /** Returns the first bucket with rows, if it is before another one; else that one. */
  private CompletionStage<Integer> firstBucket(
      LookupTable table, List<Object> key, int bucket, int until) {
    if (bucket == until) {
      return CompletableFuture.completedFuture(until);
    }
    List<Object> partition = new ArrayList<>(key);
    partition.add(bucket);
    return session
        .executeAsync(
            SimpleStatement.newInstance(
                    "SELECT %s FROM %s WHERE %s LIMIT 1"
                        .formatted(
                            table.partitionKey().get(0).name(),
                            table.name(),
                            SelectStatements.equal(table.partitionKey())),
                    partition.toArray())
                .setIdempotent(true))
        .thenCompose(
            (AsyncResultSet rows) ->
                rows.one() == null
                    ? firstBucket(table, key, bucket + 1, until)
                    : CompletableFuture.completedFuture(bucket));
  }

  private static List<Object> values(List<Column> columns, Row row) {
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      values.add(Objects.requireNonNull(row.get(i, ColumnCodecs.of(columns.get(i).cqlType()))));
    }
    return values;
  }
}
