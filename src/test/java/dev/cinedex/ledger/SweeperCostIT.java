package dev.cinedex.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movies;
import dev.cinedex.testing.TestInstance;
import dev.cinedex.testing.TestSession;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Measures what the sweeper reads in an idle hour after {@code -Dsweeper.writes=…} writes. */
@Tag("storm")
class SweeperCostIT {
  private static final int WRITES = Integer.getInteger("sweeper.writes", 100_000);
  private static final Duration GRACE = Duration.ofSeconds(30);
  private static final Duration INTERVAL = Duration.ofSeconds(10);
  private static final String NOTES = "SELECT shard, minute, movie_id AS entity_id";

  @Test
  void anIdleHourReadsNoTombstones() throws Exception {
    List<LookupTable> tables = Tables.shipped();
    try (CqlSession session = TestCassandra.newSession(tables)) {
      TestSession recorder = new TestSession(session);
      TestInstance instance = TestInstance.on(recorder);
      write(instance.writer());

      // First come the passes to the end of what was written, then the hour. The node counts from
      // the beginning, so idle hours follow until the reads before them are less than a hundredth.
      Instant end = Instant.now().plus(GRACE).plus(Duration.ofMinutes(1));
      long before = recorder.sent(NOTES);
      sweep(instance, end);
      long first = recorder.sent(NOTES) - before;
      assertThat(first).as("reads of notes, of which the test waits for more").isPositive();
      Tombstones afterWrites = tombstones(session);
      long begun = System.nanoTime();
      int passes = 0;
      long least = 120 * afterWrites.reads;
      for (Duration at = INTERVAL;
          at.toHours() < 1 || recorder.sent(NOTES) - before - first < least;
          at = at.plus(INTERVAL)) {
        sweep(instance, end.plus(at));
        passes++;
      }
      long millis = (System.nanoTime() - begun) / 1_000_000;
      long reads = recorder.sent(NOTES) - before - first;
      Tombstones afterTheHour = tombstones(session);

      System.out.printf(
          "Sweeper: after %d writes, idle hours of %d passes: %.1f partitions read a pass, %.1f ms a pass, %s (before: %s)%n",
          WRITES,
          passes,
          (double) reads / passes,
          (double) millis / passes,
          afterTheHour,
          afterWrites);
      assertThat((double) reads / passes).isBetween((double) Note.SHARDS, 1.5 * Note.SHARDS);
      assertThat(afterTheHour.p99).isLessThanOrEqualTo(1);
      assertThat(afterTheHour.reads - afterWrites.reads).isGreaterThanOrEqualTo(reads);
    }
  }

  private record Tombstones(long reads, double max, double p99) {}

  /** Returns what the node has counted for this table since it was created. */
  private static Tombstones tombstones(CqlSession session) {
    Row row =
        Objects.requireNonNull(
            session
                .execute(
                    "SELECT count, max, p99th FROM system_views.tombstones_per_read WHERE keyspace_name = ? AND table_name = 'unsettled_movies'",
                    session.getKeyspace().orElseThrow().asInternal())
                .one());
    return new Tombstones(row.getLong("count"), row.getDouble("max"), row.getDouble("p99th"));
  }

  private static void sweep(TestInstance instance, Instant now) {
    instance.sweeper(Clock.fixed(now, ZoneOffset.UTC), GRACE).sweep();
  }

  private static void write(EntityWriter writer) throws InterruptedException {
    ExecutorService writers = Executors.newFixedThreadPool(16);
    for (int i = 0; i < WRITES; i++) {
      writers.execute(() -> writer.write(UUID.randomUUID(), head -> Decision.write(Movies.heat())));
    }
    writers.shutdown();
    assertThat(writers.awaitTermination(20, TimeUnit.MINUTES)).isTrue();
  }
}
