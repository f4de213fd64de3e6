package dev.cinedex.projection;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movie;
import dev.cinedex.movie.Movies;
import dev.cinedex.projection.LookupReader.Page;
import dev.cinedex.projection.LookupReader.StoredRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class LookupReaderIT {
  private static final List<LookupTable> TABLES = Tables.shipped();

  @Test
  void bucketsAreMergedInTheOrderInWhichCassandraKeepsOnePartition() {
    try (CqlSession session = TestCassandra.newSession(TABLES)) {
      Projection projection = new Projection(session, TABLES, 32 << 10);
      LookupReader reader = new LookupReader(session, projection);
      Random random = new Random(5);
      for (int i = 0; i < 300; i++) {
        Movie movie =
            Movies.withGenres(
                Movies.withActors(Movies.withTitle(Movies.heat(), title(random)), List.of("A")),
                "G");
        projection.project(uuid(random), null, movie, 1_000 + i);
      }

      // The actor's rows are in one partition, so their order is Cassandra's own.
      List<List<Object>> byActor = keys(reader, TABLES.get(1), "A", 1000);
      assertThat(byActor).hasSize(300);
      for (int limit : new int[] {1, 7, 100, 300}) {
        assertThat(keys(reader, TABLES.get(0), "G", limit)).isEqualTo(byActor);
      }
    }
  }

  private static List<List<Object>> keys(
      LookupReader reader, LookupTable table, String partition, int limit) {
    List<List<Object>> keys = new ArrayList<>();
    Page page = reader.page(table, List.of(partition), null, limit);
    page.rows().stream().map(StoredRow::clusteringKey).forEach(keys::add);
    while (page.more()) {
      assertThat(page.rows()).hasSize(limit);
      page = reader.page(table, List.of(partition), keys.get(keys.size() - 1), limit);
      page.rows().stream().map(StoredRow::clusteringKey).forEach(keys::add);
    }
    return keys;
  }

  /** Few titles, so that ids decide; above and below U+FFFF, where UTF-8 and UTF-16 differ. */
  private static String title(Random random) {
    List<String> titles = List.of("a", "ab", "\u00e9", "\ufffd", "\ud83d\ude00", "\ue000", "Z");
    return titles.get(random.nextInt(titles.size()));
  }

  /** Of every version, also of those that are none. */
  private static UUID uuid(Random random) {
    return new UUID(random.nextLong(), random.nextLong());
  }
}
