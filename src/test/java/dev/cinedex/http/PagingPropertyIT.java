package dev.cinedex.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.entity.EntityState;
import dev.cinedex.ledger.Decision;
import dev.cinedex.ledger.EntityWriter;
import dev.cinedex.ledger.SettledMarks;
import dev.cinedex.lists.ListQuery;
import dev.cinedex.lists.ListQuery.Range;
import dev.cinedex.lists.PageReader;
import dev.cinedex.lists.PageReader.Page;
import dev.cinedex.lists.StoredRow;
import dev.cinedex.lookup.ClusteringOrder;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.TableRows;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movies;
import dev.cinedex.resources.Cursors;
import dev.cinedex.resources.TestCursors;
import dev.cinedex.testing.TestInstance;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * For random tables, ranges and changes meanwhile: the pages of a list, forwards and backwards,
 * together have each row that was there throughout, once and in order. Repeat a failure with {@code
 * -Dpaging.seed=…}.
 */
@Tag("thorough")
class PagingPropertyIT {
  private static final int TABLES = 8;
  private static final int STEADY = 120;
  private static final int RESTLESS = 40;
  private static final int WALKS = 10;

  /** Above and below U+FFFF, where UTF-8 and UTF-16 differ in order. */
  private static final List<String> LETTERS =
      List.of(
          "a", "b", "Z", " ", "é", "\uffee", "\ue000", "\ud83d\ude00", "\ud800\udc00", "%", "/");

  private static final List<String> PARTITIONS = List.of("genre", "actor", "genre, actor");

  private static final List<String> CLUSTERINGS =
      List.of(
          "title",
          "title desc",
          "release_year, title",
          "release_year desc, title",
          "release_year desc, title desc",
          "title, release_year desc",
          "release_year",
          "release_decade desc, release_year, title desc",
          "");

  private static final List<String> COLUMNS =
      List.of("", "release_year, genres", "title, synopsis");

  private static final Comparator<List<Object>> VALUES =
      ClusteringOrder.of(Tables.byActor().partition());

  private final Cursors cursors = TestCursors.signedWith(new byte[32]);

  @Test
  void pagesHaveEachRowThatWasThereThroughoutOnceAndInOrder() throws Exception {
    long seed = Long.getLong("paging.seed", ThreadLocalRandom.current().nextLong());
    System.out.println("Paging: -Dpaging.seed=" + seed);
    Random random = new Random(seed);
    List<LookupTable> tables =
        IntStream.range(0, TABLES).mapToObj(i -> table("random_" + i, random)).toList();
    try (CqlSession session = TestCassandra.newSession(tables)) {
      TestInstance instance = TestInstance.on(session);
      PageReader reader = instance.pages();
      EntityWriter writer = instance.writer();
      SettledMarks marks = instance.marks();
      try {
        Map<UUID, EntityState> steady = new HashMap<>();
        for (int i = 0; i < STEADY; i++) {
          UUID id = new UUID(random.nextLong(), random.nextLong());
          EntityState movie = movie(random);
          steady.put(id, movie);
          writer.write(id, head -> Decision.write(movie));
        }
        AtomicBoolean over = new AtomicBoolean();
        ExecutorService thread = Executors.newSingleThreadExecutor();
        Future<Integer> restless = thread.submit(() -> change(writer, new Random(seed + 1), over));
        thread.shutdown();
        try {
          for (LookupTable table : tables) {
            for (int walk = 0; walk < WALKS; walk++) {
              walk(reader, table, steady, random, walk % 2 == 1);
            }
          }
        } finally {
          over.set(true);
        }
        System.out.println("Paging: " + restless.get() + " changes meanwhile");
        assertThat(restless.get()).isGreaterThan(10);
      } finally {
        marks.close();
      }
    }
  }

  private void walk(
      PageReader reader,
      LookupTable table,
      Map<UUID, EntityState> steady,
      Random random,
      boolean descending) {
    Map<UUID, Object> firsts = new HashMap<>(); // of each movie's clustering key
    int first = table.partitionKey().size();
    steady.forEach(
        (id, movie) ->
            firsts.put(
                id, TableRows.of(table, id, movie).keySet().iterator().next().values().get(first)));
    Range range = range(List.copyOf(firsts.values()), random);
    ListQuery listing =
        new ListQuery(
            table,
            table.partition().stream().map(column -> (Object) "P").toList(),
            descending,
            range,
            null);
    List<StoredRow> seen = new ArrayList<>();
    @Nullable String cursor = null;
    do {
      List<Object> after = cursor == null ? null : cursors.decode(cursor, listing);
      Page page = reader.page(listing.from(after), 1 + random.nextInt(30));
      seen.addAll(page.rows());
      cursor =
          page.more()
              ? cursors.encode(listing, seen.get(seen.size() - 1).key().clusteringKey())
              : null;
    } while (cursor != null);

    String what = table.declaration() + (descending ? " backwards " : " forwards ") + range;
    Comparator<List<Object>> clustering = ClusteringOrder.of(table.clusteringKey());
    Comparator<List<Object>> order = descending ? clustering.reversed() : clustering;
    for (int i = 1; i < seen.size(); i++) {
      assertThat(
              order.compare(
                  seen.get(i - 1).key().clusteringKey(), seen.get(i).key().clusteringKey()))
          .as("order of rows %d and %d of %s", i - 1, i, what)
          .isNegative();
    }
    List<UUID> found = seen.stream().map(StoredRow::entityId).filter(steady::containsKey).toList();
    assertThat(found)
        .as(what)
        .containsExactlyInAnyOrderElementsOf(
            firsts.entrySet().stream()
                .filter(movie -> isIn(range, movie.getValue()))
                .map(Map.Entry::getKey)
                .toList());
  }

  /** Half of the time all; else bounds that rows have. */
  private static Range range(List<Object> values, Random random) {
    return new Range(
        random.nextInt(4) == 0 ? pick(values, random) : null,
        random.nextInt(4) == 0 ? pick(values, random) : null);
  }

  private static boolean isIn(Range range, Object value) {
    Object from = range.from();
    Object to = range.to();
    return (from == null || VALUES.compare(List.of(value), List.of(from)) >= 0)
        && (to == null || VALUES.compare(List.of(value), List.of(to)) < 0);
  }

  /** Creates, moves and deletes movies in the same partitions. */
  private static int change(EntityWriter writer, Random random, AtomicBoolean over) {
    List<UUID> movies =
        IntStream.range(0, RESTLESS)
            .mapToObj(i -> new UUID(random.nextLong(), random.nextLong()))
            .toList();
    int changes = 0;
    for (; !over.get(); changes++) {
      UUID id = movies.get(random.nextInt(RESTLESS));
      writer.write(id, head -> Decision.write(random.nextInt(4) == 0 ? null : movie(random)));
    }
    return changes;
  }

  private static LookupTable table(String name, Random random) {
    return Tables.of(
        name,
        "{partition: [%s], buckets: %d, clustering: [%s], columns: [%s]}"
            .formatted(
                pick(PARTITIONS, random),
                1 + random.nextInt(6),
                pick(CLUSTERINGS, random),
                pick(COLUMNS, random)));
  }

  /** In partition P of every table, with one row in each. */
  private static EntityState movie(Random random) {
    String title =
        Stream.generate(() -> pick(LETTERS, random))
            .limit(1 + random.nextInt(3))
            .reduce("t", String::concat);
    return Movies.titled(title)
        .releaseYear(1985 + random.nextInt(10))
        .genres("P")
        .actors("P")
        .directors(pick(LETTERS, random) + ".")
        .state();
  }

  private static <T> T pick(List<T> values, Random random) {
    return values.get(random.nextInt(values.size()));
  }
}
