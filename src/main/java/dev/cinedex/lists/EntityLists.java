package dev.cinedex.lists;

import com.codahale.metrics.Meter;
import dev.cinedex.cassandra.Parallel;
import dev.cinedex.lists.PageReader.Page;
import dev.cinedex.lookup.LookupTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Lists of entities: as the lookup table has them, or each row checked against the ledger; with the
 * values of the row, or the complete state.
 */
public final class EntityLists {
  /** Point reads of one list that run at the same time. */
  private static final int PARALLEL_READS = 32;

  /** Pages that are read for one list while rows are left out of it. */
  private static final int MAX_PAGES = 10;

  private final PageReader pages;
  private final VerifiedRows verified;
  private final ExpandedRows expanded;
  private final Meter omittedRows;

  /**
   * @param omittedRows counts each row that is left out
   */
  public EntityLists(
      PageReader pages, VerifiedRows verified, ExpandedRows expanded, Meter omittedRows) {
    this.pages = pages;
    this.verified = verified;
    this.expanded = expanded;
    this.omittedRows = omittedRows;
  }

  /**
   * Reads the first entries of a list.
   *
   * @param limit of the entries, 1 or more; fewer come when many rows are left out
   * @param expand whether the entries get the complete state
   */
  public EntityList list(ListQuery query, int limit, ReadMode mode, boolean expand) {
    Function<Page, List<ListEntry>> reading = reading(query.table(), mode, expand);
    List<ListEntry> entries = new ArrayList<>();
    List<Object> next = query.after();
    int omitted = 0;
    for (int read = 0; entries.size() < limit && read < MAX_PAGES; read++) {
      Page page = pages.page(query.from(next), limit - entries.size());
      List<ListEntry> found = reading.apply(page);
      entries.addAll(found);
      omitted += page.rows().size() - found.size();
      next = page.more() ? page.rows().get(page.rows().size() - 1).key().clusteringKey() : null;
      if (next == null) {
        break;
      }
    }
    omittedRows.mark(omitted);
    return new EntityList(entries, next, omitted);
  }

  private Function<Page, List<ListEntry>> reading(
      LookupTable table, ReadMode mode, boolean expand) {
    if (mode == ReadMode.VERIFIED) {
      return page -> each(page, row -> verified.verified(row, expand));
    }
    if (expand) {
      List<LookupTable> complete = expanded.completeTables();
      return page -> each(page, row -> expanded.expanded(row, complete));
    }
    boolean complete = table.isComplete();
    return page ->
        page.rows().stream()
            .map(stored -> new ListEntry(stored.row(), null, complete ? stored.version() : null))
            .toList();
  }

  private static List<ListEntry> each(
      Page page, Function<StoredRow, CompletionStage<Optional<ListEntry>>> entry) {
    return Parallel.map(page.rows(), PARALLEL_READS, entry).stream()
        .flatMap(Optional::stream)
        .toList();
  }
}
