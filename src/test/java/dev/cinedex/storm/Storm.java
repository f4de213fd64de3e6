package dev.cinedex.storm;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.catalog.Schema;
import dev.cinedex.ledger.InStep;
import dev.cinedex.ledger.Ledger;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movie;
import dev.cinedex.testing.TestInstance;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/**
 * Two processes of the service and some {@link Clients}, while {@link Trouble} strikes the
 * processes. The storm ends when both services are killed amid the writes. Afterwards the tables
 * must become the projection of the ledger, and the ledger must have every acknowledged write.
 */
final class Storm implements AutoCloseable {
  private static final Duration CONVERGENCE = Duration.ofSeconds(60);

  /** The clients of every storm but the short one. */
  static final int CLIENTS = 16;

  /** Four clients write five movies. */
  private static final int MOVIES_PER_FOUR_CLIENTS = 5;

  private final List<LookupTable> tables = Tables.shipped();
  private final History history = new History();

  private final Map<String, Integer> troubles = new ConcurrentSkipListMap<>();
  private final CassandraFactory cassandra;
  private final Services services;
  private final int size;
  private final Clients clients;
  private Consumer<CqlSession> recovery = session -> {};

  /**
   * Something that happens to a process.
   *
   * @param course what happens, from its beginning to its end
   */
  record Trouble(String name, Course course) {}

  /** The course of a trouble; it may take a while. */
  interface Course {
    void run(Random random) throws IOException, InterruptedException;
  }

  /**
   * Troubles that come one after another: all of them in any order, again and again.
   *
   * @param least seconds of calm before each trouble, at least
   * @param most seconds of calm, at most
   */
  record Troubles(int least, int most, List<Trouble> each) {}

  /**
   * @param size how many clients write, four or more
   */
  Storm(CassandraFactory cassandra, int size) throws IOException {
    this.cassandra = cassandra;
    this.size = size;
    new Schema(cassandra, Movie.ENTITY, tables).apply(created -> {});
    this.services = new Services(cassandra, history, 2);
    this.clients = new Clients(size / 4 * MOVIES_PER_FOUR_CLIENTS, history, services::ports);
  }

  /** Settles the movies at the end, as verified reads do: the sweepers wait for 30 s. */
  void settleAtTheEnd() {
    recovery = session -> clients.movies().forEach(TestInstance.on(session).writer()::settle);
  }

  Services services() {
    return services;
  }

  int acknowledged() {
    return history.acknowledged();
  }

  /**
   * Runs the storm, and returns when everything is checked.
   *
   * @param enough tells when it may end, once each kind of trouble has come
   */
  void rage(Predicate<Storm> enough, Troubles... kinds) throws Exception {
    long seed = Long.getLong("storm.seed", ThreadLocalRandom.current().nextLong());
    System.out.println("Storm: begins; its troubles come in the order of -Dstorm.seed=" + seed);
    Instant begun = Instant.now();
    Set<String> names =
        Stream.of(kinds)
            .flatMap(kind -> kind.each.stream())
            .map(Trouble::name)
            .collect(Collectors.toSet());
    ExecutorService threads = Executors.newCachedThreadPool();
    List<Future<?>> running = new CopyOnWriteArrayList<>();
    Predicate<Storm> over =
        storm ->
            (enough.test(storm) && troubles.keySet().containsAll(names))
                || running.stream().anyMatch(Storm::hasFailed);
    for (Troubles kind : kinds) {
      Random random = new Random(seed + running.size());
      running.add(threads.submit(() -> trouble(kind, random, over)));
    }
    List<Future<?>> ofTroubles = List.copyOf(running);
    for (int i = 0; i < size; i++) {
      Random random = new Random(seed + 100 + i);
      running.add(threads.submit(() -> clients.write(random)));
    }
    threads.shutdown();
    for (int second = 1; !ofTroubles.stream().allMatch(Future::isDone); second++) {
      TimeUnit.SECONDS.sleep(1);
      if (second % 60 == 0) {
        report(begun);
      }
    }
    Instant end;
    try {
      end = killAmidTheWrites(running);
    } finally {
      clients.stop();
    }
    assertThat(threads.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
    report(begun);
    for (Future<?> each : running) {
      Throwable failure = failure(each);
      if (failure != null) {
        failure.printStackTrace(System.out); // now: the report comes after all storms
      }
      assertThat(failure).as("what ended a thread of the storm").isNull();
    }
    for (String method : List.of("DELETE", "PATCH", "PUT")) {
      assertThat(clients.answers().keySet()).anyMatch(answer -> answer.startsWith(method + " 2"));
    }
    checkAll(end);
  }

  /** Kills the services while the ledger has a write that is claimed and not settled. */
  private Instant killAmidTheWrites(List<Future<?>> running)
      throws IOException, InterruptedException {
    try (CqlSession session = cassandra.connect()) {
      Ledger ledger = TestInstance.on(session).ledger();
      Instant limit = Instant.now().plus(CONVERGENCE);
      long unsettled;
      while (true) {
        services.pauseAll();
        TimeUnit.MILLISECONDS.sleep(200); // what the services have sent arrives
        unsettled =
            Awaitility.await()
                .atMost(CONVERGENCE)
                .ignoreExceptionsInstanceOf(DriverException.class)
                .until(() -> unsettled(ledger), count -> true);
        if (unsettled > 0 || running.stream().anyMatch(Storm::hasFailed)) {
          break;
        }
        assertThat(Instant.now()).as("ends without a write under way").isBefore(limit);
        services.resumeAll();
        TimeUnit.MILLISECONDS.sleep(ThreadLocalRandom.current().nextInt(100, 300));
      }
      services.killAll();
      System.out.printf(
          "Storm: both services killed; %d of %d movies were unsettled before%n",
          unsettled, clients.movies().size());
      return Instant.now();
    }
  }

  private static boolean hasFailed(Future<?> future) {
    return future.isDone() && failure(future) != null;
  }

  private static @Nullable Throwable failure(Future<?> ended) {
    try {
      ended.get();
      return null;
    } catch (ExecutionException | InterruptedException e) {
      return e;
    }
  }

  private @Nullable Void trouble(Troubles kind, Random random, Predicate<Storm> over)
      throws IOException, InterruptedException {
    List<Trouble> round = new ArrayList<>();
    while (true) {
      Instant next = Instant.now().plusSeconds(random.nextInt(kind.least, kind.most + 1));
      while (Instant.now().isBefore(next)) {
        if (over.test(this)) {
          return null;
        }
        Thread.sleep(100);
      }
      if (round.isEmpty()) {
        round.addAll(kind.each);
        Collections.shuffle(round, random);
      }
      Trouble trouble = round.remove(0);
      trouble.course.run(random);
      troubles.merge(trouble.name, 1, Integer::sum);
    }
  }

  private void report(Instant begun) {
    Duration length = Duration.between(begun, Instant.now());
    System.out.printf(
        "Storm: %d s, %d acknowledged (%.0f/s), answers %s, troubles %s%n",
        length.toSeconds(),
        acknowledged(),
        acknowledged() * 1000.0 / Math.max(1, length.toMillis()),
        clients.answers(),
        troubles);
  }

  private void checkAll(Instant killedAt) throws IOException, InterruptedException {
    try (CqlSession session = cassandra.connect()) {
      Ledger ledger = TestInstance.on(session).ledger();
      services.restart(0);
      Instant back = Instant.now();
      recovery.accept(session);
      Awaitility.await()
          .atMost(CONVERGENCE)
          .pollInterval(Duration.ofMillis(500))
          .ignoreExceptionsInstanceOf(DriverException.class)
          .untilAsserted(
              () -> {
                InStep.assertInStep(session, tables);
                assertThat(unsettled(ledger)).isZero();
              });
      System.out.printf(
          "Storm: every row in step %d ms after the services were killed, %d ms after one was"
              + " back%n",
          Duration.between(killedAt, Instant.now()).toMillis(),
          Duration.between(back, Instant.now()).toMillis());
      Map<UUID, Long> heads = new HashMap<>();
      for (UUID movie : clients.movies()) {
        heads.put(movie, ledger.read(movie).version());
        clients.read(movie, services.ports().get(0));
      }
      History.Summary summary = history.check(heads);
      System.out.println("Storm: no anomaly; " + summary);
      assertThat(summary.linked()).isGreaterThan(summary.accepted() * 99 / 100);
      assertThat(summary.conditional()).isGreaterThan(summary.acknowledged() / 100);
      assertThat(summary.compared()).isGreaterThan(summary.acknowledged() / 100);
    }
  }

  private long unsettled(Ledger ledger) {
    return clients.movies().stream().filter(movie -> !ledger.read(movie).settled()).count();
  }

  /** Checks that nothing came later, such as batches that Cassandra had logged. */
  void checkAgain() {
    try (CqlSession session = cassandra.connect()) {
      InStep.assertInStep(session, tables);
    }
  }

  @Override
  public void close() {
    services.close();
  }
}
