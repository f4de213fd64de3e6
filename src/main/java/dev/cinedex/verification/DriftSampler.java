package dev.cinedex.verification;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.cinedex.cassandra.PeriodicTask;
import dev.cinedex.catalog.Catalog;
import dev.cinedex.catalog.CatalogView;
import dev.cinedex.ledger.Head;
import dev.cinedex.lists.PageReader;
import dev.cinedex.lists.StoredRow;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.RowKey;
import dev.cinedex.lookup.TableRows;
import dev.cinedex.metrics.Metrics;
import io.dropwizard.lifecycle.Managed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares a few random rows of each ready table with the ledger, again and again, and counts them
 * in the metrics {@code cinedex_sampled_rows} and {@code cinedex_drifted_rows}. They show drift as
 * a rate before anybody asks for a verification.
 */
public final class DriftSampler implements Managed {
  private static final Logger LOGGER = LoggerFactory.getLogger(DriftSampler.class);
  private static final Duration INTERVAL = Duration.ofSeconds(10);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(5);
  private static final Duration WARNING_INTERVAL = Duration.ofHours(1);

  /** The number of entities of the ledger, and of rows of the table, in each sample. */
  private static final int SAMPLE_SIZE = 16;

  private final Catalog catalog;
  private final RowAccess access;
  private final PageReader pages;
  private final RowVerifier verifier;
  private final Metrics metrics;
  private final Cache<LookupTable, Boolean> warned =
      Caffeine.newBuilder().expireAfterWrite(WARNING_INTERVAL).build();
  private final PeriodicTask task = new PeriodicTask("drift sampler", INTERVAL, this::sample);

  public DriftSampler(Catalog catalog, RowAccess access, PageReader pages, Metrics metrics) {
    this.catalog = catalog;
    this.access = access;
    this.pages = pages;
    this.verifier = new RowVerifier(access);
    this.metrics = metrics;
  }

  @Override
  public void start() {
    task.start();
  }

  @Override
  public void stop() throws InterruptedException {
    task.stop(STOP_LIMIT);
  }

  /** Compares one sample of each ready table. */
  public void sample() {
    CatalogView view = catalog.lastKnown();
    metrics.keepTables(view.tables().stream().map(LookupTable::name).collect(Collectors.toSet()));
    view.readable().forEach(this::sample);
  }

  private void sample(LookupTable table) {
    List<LookupRow> expected = new ArrayList<>();
    List<StoredRow> stored = new ArrayList<>(access.rows().sample(table, token(), SAMPLE_SIZE));
    for (Head head : access.ledger().sample(token(), SAMPLE_SIZE)) {
      List<LookupRow> rows =
          List.copyOf(TableRows.of(table, head.entityId(), head.state()).values());
      expected.addAll(rows);
      // The sample of the table has only the first rows of partitions: add rows from within them.
      rows.stream().findAny().ifPresent(row -> stored.addAll(pages.after(row.key(), 1)));
    }
    List<RowKey> differing = new ArrayList<>(verifier.compareExpected(expected));
    differing.addAll(verifier.compareStored(stored));
    long drifted = differing.stream().filter(this::isDrift).count();
    report(table, expected.size() + stored.size(), drifted);
  }

  private void report(LookupTable table, int sampled, long drifted) {
    metrics.rowsSampled(table.name(), sampled, drifted);
    if (drifted > 0 && warned.asMap().putIfAbsent(table, true) == null) {
      LOGGER.warn(
          "{} of {} random rows of {} differ from the ledger: run 'lookups verify'. This warning appears once an hour; the metric cinedex_drifted_rows_total counts every row",
          drifted,
          sampled,
          table);
    }
  }

  private boolean isDrift(RowKey key) {
    try {
      return verifier.recheck(key).isPresent();
    } catch (ComparisonException e) {
      return false; // unknown while the entity is written all the time
    }
  }

  private static long token() {
    return ThreadLocalRandom.current().nextLong();
  }
}
