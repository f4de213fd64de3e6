package dev.cinedex.lists;

import com.google.common.collect.Iterables;
import dev.cinedex.cassandra.Parallel;
import dev.cinedex.lists.PageReader.Page;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.RowKey;
import dev.cinedex.metrics.Metrics;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Lists of entities: as the lookup table has them, or each row checked against the ledger; with the
 * values of the row, or the complete state.
 */
public final class EntityLists {
  /** The rows that are looked up in other tables at the same time, or checked by one request. */
  private static final int GROUP = 10;

  /** One of the largest rows, of some 400 KB, as it comes from Cassandra and as it is decoded. */
  private static final long LARGEST_ROW_MEMORY = 3 << 18;

  /** Pages that are read for one list while rows are left out of it. */
  private static final int MAX_PAGES = 10;

  private final PageReader pages;
  private final VerifiedRows verified;
  private final ExpandedRows expanded;
  private final long pageBytes;
  private final Metrics metrics;

  /**
   * @param pageBytes the size at which a list ends
   * @param metrics counts the rows that are left out
   */
  public EntityLists(
      PageReader pages,
      VerifiedRows verified,
      ExpandedRows expanded,
      long pageBytes,
      Metrics metrics) {
    this.pages = pages;
    this.verified = verified;
    this.expanded = expanded;
    this.pageBytes = pageBytes;
    this.metrics = metrics;
  }

  /**
   * Reads the first entries of a list.
   *
   * @param limit of the entries, 1 or more; fewer come when many rows are left out, or when they
   *     are large
   * @param expand whether the entries get the complete state
   */
  public EntityList list(ListQuery query, int limit, ReadMode mode, boolean expand) {
    Reading reading = new Reading(limit, reader(query.table(), mode, expand));
    List<Object> next = query.after();
    for (int read = 0; !reading.isFull() && read < MAX_PAGES; read++) {
      Page page = pages.page(query.from(next), reading.missing());
      next = reading.add(page);
      if (next == null) {
        break;
      }
    }
    if (mode == ReadMode.VERIFIED) {
      metrics.rowsOmitted(query.table().name(), reading.omitted);
    }
    return new EntityList(reading.entries, next, reading.omitted, reading.bytes);
  }

  /**
   * Returns the memory that a list takes at most while it is read, in bytes: Cassandra counts rows
   * and not bytes, and what it sends is in memory twice for a moment.
   */
  public long memory(ListQuery query, int limit, ReadMode mode, boolean expand) {
    int buckets = query.table().declaration().buckets();
    long rows = Math.max(buckets, Math.min(limit + buckets, PageReader.FETCH));
    boolean alone = mode == ReadMode.INDEXED && !expand;
    long entities = alone ? 0 : Math.min(limit, GROUP); // each with its previous state
    return (rows + 2 * entities) * LARGEST_ROW_MEMORY + pageBytes;
  }

  /** Makes entries of some rows, of a group at most. */
  private interface Reader {
    List<ListEntry> read(List<StoredRow> rows);
  }

  private Reader reader(LookupTable table, ReadMode mode, boolean expand) {
    if (mode == ReadMode.VERIFIED) {
      return rows -> verified.verified(rows, expand);
    }
    if (mode == ReadMode.COMPARED) {
      return verified::compared;
    }
    if (expand) {
      List<LookupTable> complete = expanded.completeTables();
      return rows ->
          Parallel.map(rows, GROUP, row -> expanded.expanded(row, complete)).stream()
              .flatMap(Optional::stream)
              .toList();
    }
    boolean complete = table.isComplete();
    return rows ->
        rows.stream()
            .map(stored -> ListEntry.of(stored, complete ? stored.version() : null, null))
            .toList();
  }

  /** A list while it is read. */
  private final class Reading {
    private final int limit;
    private final Reader reader;
    private final List<ListEntry> entries = new ArrayList<>();
    private int omitted;
    private long bytes;

    Reading(int limit, Reader reader) {
      this.limit = limit;
      this.reader = reader;
    }

    boolean isFull() {
      return entries.size() >= limit || bytes >= pageBytes;
    }

    int missing() {
      return limit - entries.size();
    }

    /**
     * Adds the rows of a page until the list is full.
     *
     * @return the clustering key after which the list goes on; null at its end
     */
    @Nullable List<Object> add(Page page) {
      int added = 0;
      while (added < page.rows().size() && !isFull()) {
        List<StoredRow> group =
            page.rows().subList(added, Math.min(added + GROUP, page.rows().size()));
        added += add(group, reader.read(group));
      }
      boolean more = page.more() || added < page.rows().size();
      return more ? page.rows().get(added - 1).key().clusteringKey() : null;
    }

    /**
     * Adds the entries of some rows until the list is full.
     *
     * @return the number of rows that are done
     */
    private int add(List<StoredRow> rows, List<ListEntry> found) {
      int kept = 0;
      while (kept < found.size() && !isFull()) {
        ListEntry entry = found.get(kept);
        entries.add(entry);
        bytes += entry.bytes();
        kept++;
      }
      int done = rows.size();
      if (kept < found.size()) {
        RowKey last = found.get(kept - 1).row().key();
        done = Iterables.indexOf(rows, row -> row.key().equals(last)) + 1;
      }
      omitted += done - kept;
      return done;
    }
  }
}
