package dev.cinedex.lists;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.google.common.collect.Iterables;
import dev.cinedex.cassandra.DriverProfiles;
import dev.cinedex.cassandra.Parallel;
import dev.cinedex.cassandra.TokenRange;
import dev.cinedex.lookup.ClusteringOrder;
import dev.cinedex.lookup.Column;
import dev.cinedex.lookup.ListQuery;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.projection.LookupStatements;
import dev.cinedex.projection.Projection;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Reads a partition of a lookup table in pages; its buckets side by side, merged in order. */
public final class LookupReader {
  /** Partitions that are counted at once: each is read whole. */
  private static final int PARALLEL_COUNTS = 4;

  private static final int PARTITIONS_AT_ONCE = 256;

  /** That tell how large a partition's rows are. */
  private static final int SAMPLED_ROWS = 100;

  private final CqlSession session;
  private final Projection projection;

  public LookupReader(CqlSession session, Projection projection) {
    this.session = session;
    this.projection = projection;
  }

  /**
   * @param more whether rows follow
   */
  public record Page(List<StoredRow> rows, boolean more) {}

  /**
   * @param version of the movie that wrote the row
   */
  public record StoredRow(LookupRow row, long version) {

    public UUID entityId() {
      return row.entityId();
    }

    /** Title and movie id, say: where the next page goes on. */
    public List<Object> clusteringKey() {
      int from = row.table().partitionKey().size();
      return row.key().subList(from, row.key().size());
    }
  }

  /**
   * @param after clustering key of the last row of the page before; null for the first page
   * @param limit 1 or more
   */
  public Page page(ListQuery listing, @Nullable List<Object> after, int limit) {
    LookupTable table = listing.table();
    // One more than asked for: it tells whether there is a next page.
    List<CompletionStage<List<Row>>> buckets =
        partitionKeys(table, listing.partition()).stream()
            .map(key -> rows(projection.of(table).page(listing, key, after), limit + 1))
            .toList();
    Comparator<List<Object>> clustering = ClusteringOrder.of(table.clusteringKey());
    Comparator<List<Object>> order = listing.descending() ? clustering.reversed() : clustering;
    List<StoredRow> merged =
        Parallel.all(buckets).stream()
            .flatMap(List::stream)
            .map(row -> stored(table, row))
            .sorted(Comparator.comparing(StoredRow::clusteringKey, order))
            .limit(limit + 1L)
            .toList();
    boolean more = merged.size() > limit;
    return new Page(more ? merged.subList(0, limit) : merged, more);
  }

  /** The row with a primary key, if it is there. */
  public CompletionStage<Optional<StoredRow>> find(LookupTable table, List<Object> key) {
    return session
        .executeAsync(projection.of(table).find(key))
        .thenApply(rows -> Optional.ofNullable(rows.one()).map(row -> stored(table, row)));
  }

  /** The same, and never without what a writer in another datacenter has acknowledged. */
  public Optional<StoredRow> findAcknowledged(LookupTable table, List<Object> key) {
    BoundStatement find =
        projection.of(table).find(key).setExecutionProfileName(DriverProfiles.ACKNOWLEDGED);
    return Optional.ofNullable(session.execute(find).one()).map(row -> stored(table, row));
  }

  /** The rows of a movie wherever they are, by reading the whole table: for diagnosis only. */
  public List<StoredRow> scan(LookupTable table, UUID movieId) {
    List<StoredRow> found = new ArrayList<>();
    for (Row row : session.execute(projection.of(table).scan())) {
      if (movieId.equals(row.getUuid("movie_id"))) {
        found.add(stored(table, row));
      }
    }
    return found;
  }

  /** Every row of a slice of the ring, each as it is when it is read. */
  public Iterable<StoredRow> scan(LookupTable table, TokenRange slice) {
    return session.execute(projection.of(table).scan(slice)).map(row -> stored(table, row));
  }

  /** Some rows: the first ones of the partitions after a token. */
  public List<StoredRow> sample(LookupTable table, long after, int most) {
    return session
        .execute(projection.of(table).sample(after, most))
        .map(row -> stored(table, row))
        .all();
  }

  /**
   * Counts the rows by the table's partition columns, their buckets together, in order. It reads
   * every row, each at its own moment: of what is written meanwhile some counts.
   */
  public SortedMap<List<Object>, Long> count(LookupTable table) {
    LookupStatements statements = projection.of(table);
    List<List<Object>> partitions = new ArrayList<>();
    for (Row row : session.execute(statements.partitions())) {
      partitions.add(values(table.partitionKey(), row));
    }
    List<Long> counts = counts(statements, partitions);
    SortedMap<List<Object>, Long> sums = new TreeMap<>(ClusteringOrder.of(table.partition()));
    for (int i = 0; i < partitions.size(); i++) {
      if (counts.get(i) > 0) {
        List<Object> key = partitions.get(i).subList(0, table.partition().size());
        sums.merge(key, counts.get(i), Long::sum);
      }
    }
    return sums;
  }

  /**
   * @param key of the partition, with the bucket
   * @param bytes estimated from some of its rows
   */
  public record PartitionSize(List<Object> key, long rows, long bytes) {}

  /**
   * @param largest the largest first
   * @param partitions that there are
   */
  public record PartitionSizes(List<PartitionSize> largest, long partitions) {}

  /** The partitions with the most rows. It reads every row, as {@link #count} does. */
  public PartitionSizes largest(LookupTable table, int most) {
    LookupStatements statements = projection.of(table);
    PriorityQueue<Map.Entry<List<Object>, Long>> largest =
        new PriorityQueue<>(Map.Entry.comparingByValue());
    long partitions = 0;
    for (List<Row> rows :
        Iterables.partition(session.execute(statements.partitions()), PARTITIONS_AT_ONCE)) {
      List<List<Object>> keys =
          rows.stream().map(row -> values(table.partitionKey(), row)).toList();
      List<Long> counts = counts(statements, keys);
      for (int i = 0; i < keys.size(); i++) {
        largest.add(Map.entry(keys.get(i), counts.get(i)));
        if (largest.size() > most) {
          largest.remove();
        }
      }
      partitions += keys.size();
    }
    return new PartitionSizes(
        largest.stream()
            .sorted(Map.Entry.<List<Object>, Long>comparingByValue().reversed())
            .map(
                count ->
                    new PartitionSize(
                        count.getKey(),
                        count.getValue(),
                        count.getValue() * bytesPerRow(table, count.getKey())))
            .toList(),
        partitions);
  }

  private List<Long> counts(LookupStatements statements, List<List<Object>> partitionKeys) {
    return Parallel.map(
        partitionKeys,
        PARALLEL_COUNTS,
        key ->
            session
                .executeAsync(statements.count(key))
                .thenApply(rows -> Objects.requireNonNull(rows.one()).getLong(0)));
  }

  private long bytesPerRow(LookupTable table, List<Object> partitionKey) {
    List<Object> partition = partitionKey.subList(0, table.partition().size());
    List<StoredRow> some = page(ListQuery.all(table, partition), null, SAMPLED_ROWS).rows();
    return some.isEmpty()
        ? 0
        : some.stream().mapToLong(row -> projection.bytes(row.row())).sum() / some.size();
  }

  /** The rows that come after one in its partitions. */
  public List<StoredRow> after(LookupRow row, int most) {
    LookupTable table = row.table();
    List<Object> partition = row.key().subList(0, table.partition().size());
    List<Object> key = row.key().subList(table.partitionKey().size(), row.key().size());
    return page(ListQuery.all(table, partition), key, most).rows();
  }

  private CompletionStage<List<Row>> rows(List<IntFunction<BoundStatement>> statements, int limit) {
    CompletionStage<List<Row>> first =
        session.executeAsync(statements.get(0).apply(limit)).thenCompose(LookupReader::allRows);
    List<IntFunction<BoundStatement>> others = statements.subList(1, statements.size());
    return others.isEmpty()
        ? first
        : first.thenCompose(
            rows ->
                rows.size() == limit
                    ? CompletableFuture.completedStage(rows)
                    : joined(rows, rows(others, limit - rows.size())));
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

  /** Cassandra may send fewer rows than asked for in one go, and the rest in the next. */
  private static CompletionStage<List<Row>> allRows(AsyncResultSet rows) {
    List<Row> page = new ArrayList<>();
    rows.currentPage().forEach(page::add);
    if (!rows.hasMorePages()) {
      return CompletableFuture.completedStage(page);
    }
    return joined(page, rows.fetchNextPage().thenCompose(LookupReader::allRows));
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

  private static StoredRow stored(LookupTable table, Row row) {
    List<@Nullable Object> values = new ArrayList<>();
    table.values().forEach(column -> values.add(row.getObject(column.name())));
    return new StoredRow(
        new LookupRow(table, values(table.primaryKey(), row), values), row.getLong("version"));
  }

  private static List<Object> values(List<Column> columns, Row row) {
    return columns.stream()
        .map(column -> Objects.requireNonNull(row.getObject(column.name())))
        .toList();
  }
}
