package dev.cinedex.lists;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.entity.EntityState;
import dev.cinedex.ledger.CurrentStates;
import dev.cinedex.ledger.Decision;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Tables;
import dev.cinedex.metrics.Metrics;
import dev.cinedex.movie.Movie;
import dev.cinedex.movie.Movies;
import dev.cinedex.testing.TestInstance;
import dev.cinedex.testing.TestSession;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages of movies that are large, and of tables with many buckets. */
class LargePagesIT {
  private static final int BUCKETS = 16;
  private static final LookupTable COMPLETE =
      Tables.of("complete", "{partition: genre, clustering: title, columns: all, buckets: 2}");
  private static final LookupTable NARROW =
      Tables.of("narrow", "{partition: genre, clustering: title, columns: []}");
  private static final LookupTable SPREAD =
      Tables.of("spread", "{partition: genre, clustering: title, columns: [], buckets: 16}");

  private static final long PAGE = 1 << 20;
  private static final int MOVIES = 12;

  /** About 197 KB. */
  private static final List<String> CAST =
      IntStream.range(0, 500).mapToObj(i -> "%03d%s".formatted(i, "é".repeat(195))).toList();

  private static final CqlSession SESSION =
      TestCassandra.newSession(List.of(COMPLETE, NARROW, SPREAD));
  private static final TestSession OBSERVED = new TestSession(SESSION);
  private static final TestInstance INSTANCE = TestInstance.on(OBSERVED);

  @BeforeAll
  static void write() {
    for (int i = 0; i < MOVIES; i++) {
      EntityState movie = Movies.titled(title(i)).genres("Large").actors(CAST).state();
      INSTANCE.writer().write(UUID.randomUUID(), head -> Decision.write(movie));
    }
    for (int i = 0; i < 200; i++) {
      EntityState movie = Movies.titled(title(i)).genres("Small").state();
      INSTANCE.writer().write(UUID.randomUUID(), head -> Decision.write(movie));
    }
  }

  @AfterAll
  static void close() {
    SESSION.close();
  }

  @ParameterizedTest
  @CsvSource({
    "complete, INDEXED, false",
    "complete, VERIFIED, false",
    "narrow, INDEXED, true",
    "narrow, VERIFIED, true"
  })
  void aPageOfLargeMoviesEndsEarlyAndTheNextOneGoesOn(String table, ReadMode mode, boolean expand) {
    EntityLists lists =
        new EntityLists(
            new PageReader(SESSION, PAGE),
            new VerifiedRows(new CurrentStates(SESSION, Movie.ENTITY), INSTANCE.writer()),
            new ExpandedRows(INSTANCE.lookupRows(), INSTANCE.ledger(), INSTANCE.catalog()),
            PAGE,
            new Metrics());
    ListQuery query = ListQuery.all(table.equals("narrow") ? NARROW : COMPLETE, List.of("Large"));
    List<Object> titles = new ArrayList<>();
    List<Object> next = null;
    do {
      EntityList page = lists.list(query.from(next), 200, mode, expand);
      assertThat(page.entries().size()).isBetween(1, 6);
      page.entries().forEach(entry -> titles.add(entry.row().value(Movie.TITLE)));
      next = page.next();
    } while (next != null);

    assertThat(titles).isEqualTo(IntStream.range(0, MOVIES).mapToObj(LargePagesIT::title).toList());
  }

  @Test
  void aRowThatIsLargerThanAPageIsAPage() {
    PageReader reader = new PageReader(SESSION, 1_000);

    assertThat(reader.page(ListQuery.all(COMPLETE, List.of("Large")), 20).rows()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 20, 100, 200})
  void ofManyBucketsFewRowsAreRead(int limit) {
    PageReader reader = new PageReader(OBSERVED, PAGE);
    String select = "SELECT genre, bucket, title, movie_id, version FROM spread";
    long before = OBSERVED.askedRows(select);

    assertThat(reader.page(ListQuery.all(SPREAD, List.of("Small")), limit).rows()).hasSize(limit);

    long asked = OBSERVED.askedRows(select) - before;
    assertThat(asked).isBetween((long) limit, 2L * limit + BUCKETS);
  }

  private static String title(int i) {
    return "Movie %03d".formatted(i);
  }
}
