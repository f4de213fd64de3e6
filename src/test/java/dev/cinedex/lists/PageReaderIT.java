package dev.cinedex.lists;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.entity.EntityState;
import dev.cinedex.lists.ListQuery.Range;
import dev.cinedex.lists.PageReader.Page;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Tables;
import dev.cinedex.lookup.Transition;
import dev.cinedex.movie.Movies;
import dev.cinedex.projection.Projection;
import dev.cinedex.testing.TestInstance;
import dev.cinedex.text.Utf8Order;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class PageReaderIT {
  private static final List<LookupTable> TABLES = Tables.shipped();
  private static final LookupTable BY_GENRE = TABLES.get(0);
  private static final LookupTable BY_ACTOR = TABLES.get(1);
  private static final List<String> TITLES =
      List.of("a", "ab", "\u00e9", "\ufffd", "\ud83d\ude00", "\ue000", "Z");

  @Test
  void bucketsAreMergedInTheOrderOfOnePartition() {
    try (CqlSession session = TestCassandra.newSession(TABLES)) {
      TestInstance instance = TestInstance.on(session);
      Projection projection = instance.projection();
      PageReader reader = instance.pages();
      Random random = new Random(5);
      for (int i = 0; i < 100; i++) {
        EntityState movie =
            Movies.with(Movies.heat()).title(title(random)).actors("A").genres("G").state();
        projection.project(TABLES, new Transition(uuid(random), null, movie, 1_000 + i));
      }

      // The actor's rows are in one partition, so their order is Cassandra's own.
      List<List<Object>> byActor = keys(reader, listing(BY_ACTOR, false, Range.ALL), 1000);
      assertThat(byActor).hasSize(100);
      List<List<Object>> reversed = new ArrayList<>(byActor);
      Collections.reverse(reversed);
      for (int limit : new int[] {1, 7, 30, 100}) {
        assertThat(keys(reader, listing(BY_GENRE, false, Range.ALL), limit)).isEqualTo(byActor);
        assertThat(keys(reader, listing(BY_GENRE, true, Range.ALL), limit)).isEqualTo(reversed);
      }
      for (String bound : TITLES) {
        for (boolean descending : new boolean[] {false, true}) {
          List<List<Object>> all = descending ? reversed : byActor;
          assertThat(keys(reader, listing(BY_GENRE, descending, new Range(bound, null)), 7))
              .isEqualTo(titled(all, title -> compare(title, bound) >= 0));
          assertThat(keys(reader, listing(BY_GENRE, descending, new Range("ab", bound)), 7))
              .isEqualTo(titled(all, t -> compare(t, "ab") >= 0 && compare(t, bound) < 0));
          assertThat(keys(reader, listing(BY_GENRE, descending, Range.ofPrefix(bound)), 7))
              .isEqualTo(titled(all, title -> title.startsWith(bound)));
        }
      }
    }
  }

  private static ListQuery listing(LookupTable table, boolean descending, Range range) {
    return new ListQuery(
        table, List.of(table.equals(BY_GENRE) ? "G" : "A"), descending, range, null);
  }

  private static List<List<Object>> titled(List<List<Object>> keys, Predicate<String> which) {
    return keys.stream().filter(key -> which.test((String) key.get(0))).toList();
  }

  private static int compare(String left, String right) {
    return Utf8Order.COMPARATOR.compare(left, right);
  }

  private static List<List<Object>> keys(PageReader reader, ListQuery listing, int limit) {
    List<List<Object>> keys = new ArrayList<>();
    Page page = reader.page(listing, limit);
    page.rows().stream().map(row -> row.key().clusteringKey()).forEach(keys::add);
    while (page.more()) {
      assertThat(page.rows()).hasSize(limit);
      page = reader.page(listing.from(keys.get(keys.size() - 1)), limit);
      page.rows().stream().map(row -> row.key().clusteringKey()).forEach(keys::add);
    }
    return keys;
  }

  /** Few titles, so that ids decide; above and below U+FFFF, where UTF-8 and UTF-16 differ. */
  private static String title(Random random) {
    return TITLES.get(random.nextInt(TITLES.size()));
  }

  /** Of every version, also of those that are none. */
  private static UUID uuid(Random random) {
    return new UUID(random.nextLong(), random.nextLong());
  }
}
