package dev.cinedex.verification;

import com.codahale.metrics.MetricRegistry;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.cinedex.cassandra.Parallel;
import dev.cinedex.cassandra.PeriodicTask;
import dev.cinedex.catalog.Catalog;
import dev.cinedex.ledger.ContentionException;
import dev.cinedex.ledger.EntityWriter;
import dev.cinedex.ledger.Head;
import dev.cinedex.ledger.Ledger;
import dev.cinedex.lists.LookupRows;
import dev.cinedex.lists.PageReader;
import dev.cinedex.lists.StoredRow;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.projection.Projection;
import dev.cinedex.verification.RowVerifier.Suspect;
import io.dropwizard.lifecycle.Managed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Verifies a few rows of each table that is read, chosen at random, all the time: the metrics
 * {@code cinedex.lookups.TABLE.sampled-rows} and {@code drifted-rows}. So drift is seen, as a rate,
 * before anybody asks for a verification.
 */
public final class DriftSampler implements Managed {
  private static final Logger LOGGER = LoggerFactory.getLogger(DriftSampler.class);
  private static final Duration INTERVAL = Duration.ofSeconds(10);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(5);
  private static final Duration WARNING_INTERVAL = Duration.ofHours(1);

  /** Movies of the ledger, and rows of the table, of each pass. */
  private static final int SAMPLE = 16;

  private final Catalog catalog;
  private final Ledger ledger;
  private final LookupRows reader;
  private final PageReader pages;
  private final EntityWriter writer;
  private final Projection projection;
  private final MetricRegistry metrics;
  private final Cache<LookupTable, Boolean> warned =
      Caffeine.newBuilder().expireAfterWrite(WARNING_INTERVAL).build();
  private final PeriodicTask background = new PeriodicTask("drift sampler", INTERVAL, this::sample);

  public DriftSampler(
      Catalog catalog,
      Ledger ledger,
      LookupRows reader,
      PageReader pages,
      EntityWriter writer,
      Projection projection,
      MetricRegistry metrics) {
    this.catalog = catalog;
    this.ledger = ledger;
    this.reader = reader;
    this.pages = pages;
    this.writer = writer;
    this.projection = projection;
    this.metrics = metrics;
  }

  @Override
  public void start() {
    background.start();
  }

  @Override
  public void stop() throws InterruptedException {
    background.stop(STOP_LIMIT);
  }

  public void sample() {
    catalog.lastKnown().readable().forEach(this::sample);
  }

  private void sample(LookupTable table) {
    RowVerifier check = new RowVerifier(table, ledger, reader, writer, projection);
    List<Suspect> looked = new ArrayList<>();
    List<StoredRow> rows = new ArrayList<>(reader.sample(table, token(), SAMPLE));
    for (Head head : ledger.sample(token(), SAMPLE)) {
      List<LookupRow> expected = List.copyOf(table.rowsOf(head.entityId(), head.state()).values());
      looked.addAll(Parallel.map(expected, SAMPLE, check::fromLedger));
      // The first rows of partitions are not all: others come after those of movies.
      expected.stream().findAny().ifPresent(row -> rows.addAll(pages.after(row.key(), 1)));
    }
    looked.addAll(Parallel.map(rows, SAMPLE, check::fromTable));
    long drifted =
        looked.stream().filter(Suspect::differs).filter(suspect -> isDrift(check, suspect)).count();
    count(table, "sampled-rows", looked.size());
    count(table, "drifted-rows", drifted);
    if (drifted > 0 && warned.asMap().putIfAbsent(table, true) == null) {
      LOGGER.warn(
          "{} of {} rows of {} chosen at random are not as they should be: run 'lookups verify' (this is said once an hour; the metric drifted-rows goes on counting)",
          drifted,
          looked.size(),
          table);
    }
  }

  private static boolean isDrift(RowVerifier check, Suspect suspect) {
    try {
      return check.lookAgain(suspect).isPresent();
    } catch (ContentionException e) {
      return false; // nobody can tell just now
    }
  }

  private static long token() {
    return ThreadLocalRandom.current().nextLong();
  }

  private void count(LookupTable table, String name, long rows) {
    metrics.meter(MetricRegistry.name("cinedex.lookups", table.name(), name)).mark(rows);
  }
}
