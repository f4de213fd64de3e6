package dev.cinedex.lists;

import com.codahale.metrics.Meter;
import dev.cinedex.cassandra.Parallel;
import dev.cinedex.catalog.Catalog;
import dev.cinedex.ledger.EntityWriter;
import dev.cinedex.ledger.Ledger;
import dev.cinedex.lists.LookupReader.Page;
import dev.cinedex.lists.LookupReader.StoredRow;
import dev.cinedex.lookup.ListQuery;
import dev.cinedex.lookup.LookupDeclaration.Maintenance;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.movie.Movie;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Lists of movies: as the lookup table has them, or each row checked against the ledger; with what
 * the row holds, or the complete movie.
 */
public final class EntityLists {
  /** Point reads of one list that are under way at once. */
  private static final int PARALLEL_READS = 32;

  /** Pages that are read for one list while rows are left out of it. */
  private static final int MOST_PAGES = 10;

  private final LookupReader reader;
  private final Ledger ledger;
  private final EntityWriter writer;
  private final Catalog catalog;
  private final Meter omittedRows;

  /**
   * @param writer settles in the background the movies of rows that were left out
   * @param omittedRows is told of each row left out
   */
  public EntityLists(
      LookupReader reader, Ledger ledger, EntityWriter writer, Catalog catalog, Meter omittedRows) {
    this.reader = reader;
    this.ledger = ledger;
    this.writer = writer;
    this.catalog = catalog;
    this.omittedRows = omittedRows;
  }

  /** How far a list is to be trusted. */
  public enum ReadMode {
    /** The lookup table alone: it may lag behind a write that is under way. */
    INDEXED,
    /** No row that does not belong to its movie's last version, and each as of that version. */
    VERIFIED
  }

  /**
   * @param next clustering key after which the list goes on; null at its end
   * @param omitted rows that were read, but did not belong to their movie any more
   */
  public record MovieList(List<Entry> entries, @Nullable List<Object> next, int omitted) {}

  /**
   * @param state the complete movie when it was asked for
   * @param version of {@code movie}, or of the ledger's last version in a verified list; null when
   *     only the row is known
   */
  public record Entry(LookupRow row, @Nullable Movie state, @Nullable Long version) {}

  /**
   * @param after clustering key of the last row before; null at the beginning
   * @param limit of the entries, 1 or more; fewer come when many rows are left out
   */
  public MovieList list(
      ListQuery listing, @Nullable List<Object> after, int limit, ReadMode mode, boolean expand) {
    List<LookupTable> complete = completeTables();
    List<Entry> entries = new ArrayList<>();
    List<Object> next = after;
    int omitted = 0;
    for (int pages = 0; entries.size() < limit && pages < MOST_PAGES; pages++) {
      Page page = reader.page(listing, next, limit - entries.size());
      List<Entry> found =
          mode == ReadMode.VERIFIED
              ? answers(page, stored -> verified(stored, expand))
              : expand
                  ? answers(page, stored -> expanded(stored, complete))
                  : indexed(listing.table(), page);
      entries.addAll(found);
      omitted += page.rows().size() - found.size();
      next = page.more() ? page.rows().get(page.rows().size() - 1).clusteringKey() : null;
      if (next == null) {
        break;
      }
    }
    omittedRows.mark(omitted);
    return new MovieList(entries, next, omitted);
  }

  private static List<Entry> indexed(LookupTable table, Page page) {
    boolean complete = table.isComplete();
    return page.rows().stream()
        .map(stored -> new Entry(stored.row(), null, complete ? stored.version() : null))
        .toList();
  }

  private static List<Entry> answers(
      Page page, Function<StoredRow, CompletionStage<Optional<Entry>>> question) {
    return Parallel.map(page.rows(), PARALLEL_READS, question).stream()
        .flatMap(Optional::stream)
        .toList();
  }

  /** Empty when the row does not belong to the movie's last version. */
  private CompletionStage<Optional<Entry>> verified(StoredRow stored, boolean expand) {
    return ledger
        .readAsync(stored.entityId())
        .thenApply(
            head -> {
              Movie movie = head.state();
              LookupRow row =
                  stored.row().table().rowsOf(head.entityId(), movie).get(stored.row().key());
              if (!head.settled() || !stored.row().equals(row)) {
                writer.settleLater(head.entityId());
              }
              return Optional.ofNullable(row)
                  .map(current -> new Entry(current, expand ? movie : null, head.version()));
            });
  }

  /**
   * By the second lookup: the row leads to a complete one in another table, or else to the ledger.
   * Empty when the movie was deleted meanwhile.
   */
  private CompletionStage<Optional<Entry>> expanded(
      StoredRow stored, List<LookupTable> completeTables) {
    for (LookupTable table : completeTables) {
      Optional<List<Object>> key = table.keyFrom(stored.entityId(), stored.row().columns());
      if (key.isPresent()) {
        return reader
            .find(table, key.get())
            .thenCompose(
                found ->
                    found.isPresent()
                        ? CompletableFuture.completedStage(
                            Optional.of(complete(stored.row(), found.get())))
                        : fromLedger(stored));
      }
    }
    return fromLedger(stored);
  }

  private CompletionStage<Optional<Entry>> fromLedger(StoredRow stored) {
    return ledger
        .readAsync(stored.entityId())
        .thenApply(
            head ->
                Optional.ofNullable(head.state())
                    .map(movie -> new Entry(stored.row(), movie, head.version())));
  }

  private static Entry complete(LookupRow row, StoredRow found) {
    return new Entry(row, found.row().toMovie(), found.version());
  }

  /** Without those whose rows may be of a version that a write has replaced already. */
  private List<LookupTable> completeTables() {
    return catalog.view().readable().stream()
        .filter(LookupTable::isComplete)
        .filter(table -> table.maintenance() == Maintenance.SYNC)
        .toList();
  }
}
