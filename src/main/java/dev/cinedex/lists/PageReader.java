package dev.cinedex.lists;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.google.common.collect.Iterables;
import dev.cinedex.cassandra.Parallel;
import dev.cinedex.lookup.ClusteringOrder;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.RowKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Reads partitions of lookup tables in pages; the buckets at the same time, merged in order. */
public final class PageReader {
  private final CqlSession session;
  private final Map<LookupTable, PageStatements> statements = new ConcurrentHashMap<>();

  public PageReader(CqlSession session) {
    this.session = session;
  }

  /**
   * Some rows of a list.
   *
   * @param more whether rows follow
   */
  public record Page(List<StoredRow> rows, boolean more) {}

  /**
   * Reads the first rows of a query.
   *
   * @param limit 1 or more
   */
  public Page page(ListQuery query, int limit) {
    LookupTable table = query.table();
    PageStatements pages =
        statements.computeIfAbsent(table, each -> new PageStatements(session, each));
    // One more than asked for: it tells whether there is a next page.
    List<CompletionStage<List<Row>>> buckets =
        partitionKeys(table, query.partition()).stream()
            .map(key -> rows(pages.page(query, key), limit + 1))
            .toList();
    List<StoredRow> merged = merged(query, Parallel.all(buckets), limit + 1);
    boolean more = merged.size() > limit;
    return new Page(more ? merged.subList(0, limit) : merged, more);
  }

  /** Returns the rows that follow a row in its partition. */
  public List<StoredRow> after(RowKey key, int limit) {
    return page(ListQuery.after(key), limit).rows();
  }

  private static List<StoredRow> merged(ListQuery query, List<List<Row>> buckets, int limit) {
    LookupTable table = query.table();
    List<List<StoredRow>> stored = new ArrayList<>(buckets.size());
    for (List<Row> rows : buckets) {
      stored.add(rows.stream().map(row -> StoredRow.of(table, row)).toList());
    }
    if (stored.size() == 1) {
      return stored.get(0);
    }
    Comparator<List<Object>> clustering = ClusteringOrder.of(table.clusteringKey());
    Comparator<StoredRow> order =
        Comparator.comparing(
            row -> row.key().clusteringKey(),
            query.descending() ? clustering.reversed() : clustering);
    List<StoredRow> merged = new ArrayList<>(limit);
    Iterables.addAll(merged, Iterables.limit(Iterables.mergeSorted(stored, order), limit));
    return merged;
  }

  private static List<List<Object>> partitionKeys(LookupTable table, List<Object> partition) {
    int buckets = table.declaration().buckets();
    if (buckets == 1) {
      return List.of(partition);
    }
    return IntStream.range(0, buckets)
        .mapToObj(
            bucket -> {
              List<Object> key = new ArrayList<>(partition);
              key.add(bucket);
              return key;
            })
        .toList();
  }

  /** Executes the statements one after the other until there are enough rows. */
  private CompletionStage<List<Row>> rows(List<IntFunction<BoundStatement>> statements, int limit) {
    CompletionStage<List<Row>> first =
        session.executeAsync(statements.get(0).apply(limit)).thenCompose(PageReader::allRows);
    List<IntFunction<BoundStatement>> others = statements.subList(1, statements.size());
    if (others.isEmpty()) {
      return first;
    }
    return first.thenCompose(
        rows ->
            rows.size() == limit
                ? CompletableFuture.completedStage(rows)
                : joined(rows, rows(others, limit - rows.size())));
  }

  /** Fetches what is left: Cassandra may send fewer rows at once than were asked for. */
  private static CompletionStage<List<Row>> allRows(AsyncResultSet rows) {
    List<Row> page = new ArrayList<>();
    rows.currentPage().forEach(page::add);
    return rows.hasMorePages()
        ? joined(page, rows.fetchNextPage().thenCompose(PageReader::allRows))
        : CompletableFuture.completedStage(page);
  }

  private static CompletionStage<List<Row>> joined(
      List<Row> rows, CompletionStage<List<Row>> others) {
    return others.thenApply(
        rest -> {
          List<Row> all = new ArrayList<>(rows);
          all.addAll(rest);
          return all;
        });
  }
}
