package dev.cinedex.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cinedex.entity.EntityState;
import dev.cinedex.ledger.Decision;
import dev.cinedex.ledger.EntityWriter;
import dev.cinedex.ledger.InStep;
import dev.cinedex.lookup.InvalidLookupException;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movies;
import dev.cinedex.testing.TestInstance;
import dev.cinedex.testing.TestKeyspace;
import dev.cinedex.testing.ThoroughTest;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * Whatever is declared, before the movies or while they are written, and whatever is written: the
 * tables are the projection of the ledger. A failure is repeated with {@code -Dtables.seed=…}.
 */
class RandomTablesIT {
  private static final int MOVIES = 60;
  private static final List<String> PARTS =
      List.of(
          "title",
          "release_year",
          "release_date",
          "release_decade",
          "genre",
          "actor",
          "director",
          "{person: [actor, director]}",
          "{anyone: [director, actor, genre]}");
  private static final List<String> ATTRIBUTES =
      List.of("title", "release_year", "release_date", "genres", "actors", "directors", "synopsis");

  @Test
  void someTablesAreTheProjectionOfTheLedger() throws Exception {
    assertProjections(3, 2);
  }

  @ThoroughTest
  void moreTablesAreTheProjectionOfTheLedger() throws Exception {
    assertProjections(6, 4);
  }

  /**
   * @param declaredCount how many tables there are before the movies
   * @param builtCount how many are built while movies are written
   */
  private static void assertProjections(int declaredCount, int builtCount) throws Exception {
    long seed = Long.getLong("tables.seed", ThreadLocalRandom.current().nextLong());
    System.out.println("Tables: -Dtables.seed=" + seed);
    Random random = new Random(seed);
    List<LookupTable> declared = tables("declared", declaredCount, random);
    List<LookupTable> built = tables("built", builtCount, random);
    try (TestKeyspace keyspace = TestKeyspace.with(declared)) {
      TestInstance instance = keyspace.instance();
      TableLifecycle lifecycle = keyspace.lifecycle();
      List<UUID> ids = random.longs(MOVIES).mapToObj(bits -> new UUID(bits, ~bits)).toList();
      ids.forEach(id -> change(instance.writer(), id, random));

      AtomicBoolean over = new AtomicBoolean();
      ExecutorService others = Executors.newFixedThreadPool(2);
      List<Future<?>> histories = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        Random own = new Random(random.nextLong());
        histories.add(
            others.submit(
                () -> {
                  while (!over.get()) {
                    change(instance.writer(), ids.get(own.nextInt(MOVIES)), own);
                  }
                }));
      }
      List<LookupTable> all = new ArrayList<>(declared);
      for (LookupTable table : built) {
        Job job = lifecycle.begin(JobKinds.named("build"), table, JobOptions.PLAIN);
        instance.runner().run(job.id());
        Job done = lifecycle.job(job.id()).orElseThrow();
        assertThat(done.state()).as("%s %s", table.definition(), done).isEqualTo(JobState.DONE);
        all.add(table);
      }
      over.set(true);
      others.shutdown();
      for (Future<?> history : histories) {
        history.get();
      }

      Awaitility.await().untilAsserted(() -> InStep.assertInStep(keyspace.session(), all));
      for (LookupTable table : all) {
        Job job =
            lifecycle.begin(
                JobKinds.named("verify"), table.name(), new JobOptions(false, 0, true, Scope.ALL));
        instance.runner().run(job.id());
        assertThat(lifecycle.job(job.id()).orElseThrow().done().drift())
            .as(table.definition())
            .isZero();
      }
    }
  }

  private static void change(EntityWriter writer, UUID id, Random random) {
    EntityState movie = random.nextInt(6) == 0 ? null : movie(random);
    writer.write(id, head -> Decision.write(movie));
  }

  private static EntityState movie(Random random) {
    return Movies.titled("T" + random.nextInt(4))
        .releaseYear(1985 + random.nextInt(20))
        .releaseDate(random.nextBoolean() ? null : LocalDate.of(1990 + random.nextInt(3), 1, 1))
        .genres(names(random, 1))
        .actors(names(random, 0))
        .directors(names(random, 0))
        .synopsis(random.nextBoolean() ? null : "s" + random.nextInt(3))
        .state();
  }

  /** The same for all roles: who directs may act, too. */
  private static List<String> names(Random random, int least) {
    List<String> names = new ArrayList<>(List.of("A", "B", "C", "D"));
    Collections.shuffle(names, random);
    return List.copyOf(names.subList(0, least + random.nextInt(3)));
  }

  private static List<LookupTable> tables(String name, int count, Random random) {
    List<LookupTable> tables = new ArrayList<>();
    while (tables.size() < count) {
      try {
        tables.add(Tables.of(name + tables.size(), declaration(random)));
      } catch (InvalidLookupException e) {
        // another one, then
      }
    }
    tables.forEach(table -> System.out.println("Tables: " + table + " " + table.definition()));
    return tables;
  }

  private static String declaration(Random random) {
    List<String> clustering = new ArrayList<>();
    for (String part : some(PARTS.subList(0, 7), random, 0, 2)) {
      clustering.add(part + (random.nextBoolean() ? " desc" : ""));
    }
    if (random.nextInt(3) == 0) {
      clustering.add("role");
    }
    return "{partition: %s, buckets: %d, clustering: %s, columns: %s, where: %s, maintenance: %s}"
        .formatted(
            some(PARTS, random, 1, 3),
            random.nextInt(2) == 0 ? 1 : 1 + random.nextInt(4),
            clustering,
            random.nextInt(4) == 0 ? "all" : some(ATTRIBUTES, random, 0, 4),
            some(
                List.of("release_date present", "synopsis present", "actors present"),
                random,
                0,
                2),
            random.nextInt(3) == 0 ? "async" : "sync");
  }

  private static List<String> some(List<String> all, Random random, int least, int most) {
    List<String> shuffled = new ArrayList<>(all);
    Collections.shuffle(shuffled, random);
    return List.copyOf(shuffled.subList(0, least + random.nextInt(most - least + 1)));
  }
}
