package dev.cinedex.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.Counter;
import com.codahale.metrics.MetricRegistry;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.ProtocolVersion;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.catalog.Schema;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Tables;
import dev.cinedex.metrics.Metrics;
import dev.cinedex.movie.Movie;
import dev.cinedex.movie.Movies;
import dev.cinedex.testing.TestInstance;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class ContentionIT {
  private static final int WRITERS = 64;
  private static final int WRITES = 20;

  @Test
  void sixtyFourWritersOfOneMovieLoseNoConnectionAndNoWrite() throws Exception {
    List<LookupTable> tables = Tables.shipped();
    CassandraFactory cassandra = TestCassandra.factory(TestCassandra.newKeyspace());
    new Schema(cassandra, Movie.ENTITY, tables).apply(created -> {});
    MetricRegistry metrics = new MetricRegistry();
    UUID id = UUID.randomUUID();
    Set<Long> versions = ConcurrentHashMap.newKeySet();
    AtomicInteger written = new AtomicInteger();
    AtomicInteger refused = new AtomicInteger();
    AtomicInteger unknown = new AtomicInteger();

    try (CqlSession session = cassandra.connect(metrics, new Metrics())) {
      assertThat(session.getContext().getProtocolVersion()).isEqualTo(ProtocolVersion.V4);
      EntityWriter writer = TestInstance.on(session).writer();
      ExecutorService writers = Executors.newFixedThreadPool(WRITERS);
      for (int i = 0; i < WRITERS; i++) {
        String actor = "Actor " + i;
        writers.execute(
            () -> {
              for (int round = 0; round < WRITES; round++) {
                List<String> cast = List.of(actor, "Take " + round);
                try {
                  Written answer =
                      writer.write(
                          id,
                          head -> Decision.write(Movies.with(Movies.heat()).actors(cast).state()));
                  written.incrementAndGet();
                  versions.add(answer.head().version());
                } catch (ContentionException | DriverTimeoutException e) {
                  refused.incrementAndGet();
                } catch (UnknownOutcomeException e) {
                  unknown.incrementAndGet();
                }
              }
            });
      }
      writers.shutdown();
      assertThat(writers.awaitTermination(5, TimeUnit.MINUTES)).isTrue();
      System.out.printf(
          "64 writers of one movie: %d written, %d refused, %d unknown%n",
          written.get(), refused.get(), unknown.get());

      assertThat(written.get() + refused.get() + unknown.get()).isEqualTo(WRITERS * WRITES);
      assertThat(written.get()).isGreaterThan(WRITERS);
      assertThat(versions).hasSize(written.get());
      assertThat(count(metrics, "errors.request.aborted")).isZero();
      assertThat(count(metrics, "errors.connection.init")).isZero();
      writer.settle(id);
      InStep.assertInStep(session, tables);
    }
  }

  @Test
  void writersOfOneProcessDoNotCompete() throws Exception {
    try (CqlSession session = TestCassandra.newSession(Tables.shipped())) {
      List<ClaimOutcome> claims = Collections.synchronizedList(new ArrayList<>());
      TestInstance instance = TestInstance.on(session);
      WriteListener listener = new Claims(claims::add);
      Settler settler =
          new Settler(
              instance.projection(), instance.catalog(), instance.marks(), Runnable::run, listener);
      EntityWriter writer =
          new EntityWriter(
              instance.ledger(), instance.notes(), Clock.systemUTC(), settler, listener);
      UUID id = UUID.randomUUID();
      ExecutorService writers = Executors.newFixedThreadPool(WRITERS);
      for (int i = 0; i < WRITERS; i++) {
        List<String> cast = List.of("Actor " + i);
        writers.execute(
            () ->
                writer.write(
                    id, head -> Decision.write(Movies.with(Movies.heat()).actors(cast).state())));
      }
      writers.shutdown();
      assertThat(writers.awaitTermination(1, TimeUnit.MINUTES)).isTrue();

      assertThat(claims).hasSizeLessThan(WRITERS).containsOnly(ClaimOutcome.WON);
    }
  }

  private record Claims(Consumer<ClaimOutcome> claims) implements WriteListener {
    @Override
    public void done(WriteStep step) {}

    @Override
    public void claimed(ClaimOutcome outcome) {
      claims.accept(outcome);
    }
  }

  private static long count(MetricRegistry metrics, String name) {
    assertThat(metrics.getCounters().keySet()).anyMatch(key -> key.endsWith(name));
    return metrics.getCounters((key, metric) -> key.endsWith(name)).values().stream()
        .mapToLong(Counter::getCount)
        .sum();
  }
}
