package dev.cinedex.lists;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.cinedex.cassandra.Parallel;
import dev.cinedex.lookup.ClusteringOrder;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.RowKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Reads partitions of lookup tables in pages; the buckets at the same time, merged in order. It
 * fetches few rows at once, because each can be large.
 */
public final class PageReader {
  /** The most rows that are asked for at once, of all buckets together: each can be large. */
  static final int FETCH = 32;

  private final CqlSession session;
  private final long pageBytes;
  private final Map<LookupTable, PageStatements> statements = new ConcurrentHashMap<>();

  /**
   * @param pageBytes the size at which a page ends, after the row that reaches it
   */
  public PageReader(CqlSession session, long pageBytes) {
    this.session = session;
    this.pageBytes = pageBytes;
  }

  /**
   * Some rows of a list.
   *
   * @param more whether rows may follow
   */
  public record Page(List<StoredRow> rows, boolean more) {}

  /**
   * Reads the first rows of a query. Of all buckets together it reads at most twice the limit, and
   * one row more of each bucket.
   *
   * @param limit 1 or more; the page has fewer rows when they are large
   */
  public Page page(ListQuery query, int limit) {
    LookupTable table = query.table();
    PageStatements pages =
        statements.computeIfAbsent(table, each -> new PageStatements(session, each));
    // One more than asked for: it tells whether there is a next page.
    List<BucketRows> buckets =
        partitionKeys(table, query.partition()).stream()
            .map(key -> new BucketRows(session, query, of -> pages.page(of, key, limit + 1)))
            .toList();
    Merge merge = new Merge(buckets, order(query), limit);
    if (buckets.size() > 1 && pages.canReadTogether(query)) {
      merge.begin(table.partition().size(), count -> session.execute(pages.together(query, count)));
    } else {
      merge.begin();
    }
    return merge.page();
  }

  /** Returns the rows that follow a row in its partition. */
  public List<StoredRow> after(RowKey key, int limit) {
    return page(ListQuery.after(key), limit).rows();
  }

  private static Comparator<StoredRow> order(ListQuery query) {
    Comparator<List<Object>> clustering = ClusteringOrder.of(query.table().clusteringKey());
    return Comparator.comparing(
        row -> row.key().clusteringKey(), query.descending() ? clustering.reversed() : clustering);
  }

  /** Merges the rows of all buckets until a page is full. */
  private final class Merge {
    private final List<BucketRows> buckets;
    private final PriorityQueue<BucketRows> byFirst;
    private final int limit;
    private final List<StoredRow> rows = new ArrayList<>();
    private long bytes;

    Merge(List<BucketRows> buckets, Comparator<StoredRow> order, int limit) {
      this.buckets = buckets;
      this.byFirst =
          new PriorityQueue<>(buckets.size(), Comparator.comparing(PageReader::first, order));
      this.limit = limit;
    }

    /** Reads the first rows of each bucket by a statement of its own. */
    void begin() {
      buckets.forEach(BucketRows::begin);
      fetch(buckets, share());
    }

    /**
     * Reads the first rows of all buckets at once.
     *
     * @param bucketColumn the place of the bucket in a row
     * @param read returns the first rows of each bucket, as many as it is given
     */
    void begin(int bucketColumn, IntFunction<ResultSet> read) {
      int count = Math.min(firstShare(), fetch());
      for (Row row : read.apply(count)) {
        buckets.get(row.getInt(bucketColumn)).add(row);
      }
      for (BucketRows bucket : buckets) {
        bucket.goOnAfter(count);
        if (bucket.first() != null) {
          byFirst.add(bucket);
        }
      }
    }

    Page page() {
      while (!byFirst.isEmpty()) {
        BucketRows bucket = byFirst.remove();
        StoredRow next = bucket.take();
        rows.add(next);
        bytes += next.bytes();
        boolean full = rows.size() == limit || bytes >= pageBytes;
        if (full && !byFirst.isEmpty()) {
          return new Page(rows, true);
        }
        refill(bucket);
        if (full) {
          return new Page(rows, !byFirst.isEmpty());
        }
      }
      return new Page(rows, false);
    }

    private void refill(BucketRows bucket) {
      if (bucket.first() != null) {
        byFirst.add(bucket);
      } else if (!bucket.isExhausted()) {
        fetch(List.of(bucket), refillShare());
      }
    }

    /** Fetches rows of buckets that have none, at the same time. */
    private void fetch(List<BucketRows> empty, int wanted) {
      int count = Math.min(Math.min(wanted, affordable()), fetch());
      Parallel.all(empty.stream().map(bucket -> bucket.fetch(count)).toList()).stream()
          .filter(bucket -> bucket.first() != null)
          .forEach(byFirst::add);
    }

    /** Returns the rows that a bucket gives when all buckets give as many. */
    private int share() {
      return limit / buckets.size() + 1;
    }

    /** Returns half the rows that a bucket gives: it has given more than most already. */
    private int refillShare() {
      return buckets.size() == 1 ? share() : (share() + 1) / 2;
    }

    /**
     * Returns the most rows that may be read of each bucket at first. Even if one bucket then gives
     * all rows of the page, at most twice the limit, and one row more of each bucket, are read.
     */
    private int firstShare() {
      return (limit + buckets.size() - refillShare() + 1) / (buckets.size() - 1);
    }

    /** Returns the most rows that a bucket is asked for at once. */
    private int fetch() {
      return Math.max(1, FETCH / buckets.size());
    }

    /** Returns how many rows still have room, if they are as large as those before them. */
    private int affordable() {
      if (rows.isEmpty()) {
        return fetch();
      }
      long average = bytes / rows.size() + 1;
      return (int) Math.max(1, Math.min(limit, (pageBytes - bytes) / average));
    }
  }

  private static StoredRow first(BucketRows bucket) {
    return Objects.requireNonNull(bucket.first());
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
}
