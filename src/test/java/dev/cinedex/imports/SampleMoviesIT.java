package dev.cinedex.imports;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.ledger.Decision;
import dev.cinedex.ledger.EntityWriter;
import dev.cinedex.ledger.InStep;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.MovieJson;
import dev.cinedex.testing.CqlFile;
import dev.cinedex.testing.TestInstance;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class SampleMoviesIT {
  private static final List<LookupTable> TABLES = Tables.shipped();
  private static final CqlSession SESSION = TestCassandra.newSession(TABLES);
  private static final MovieJson JSON = TestInstance.json();
  private static final EntityWriter WRITER = TestInstance.on(SESSION).writer();

  @BeforeAll
  static void load() throws Exception {
    new SampleMovies(WRITER, JSON).load();
  }

  @AfterAll
  static void close() {
    SESSION.close();
  }

  @Test
  void fredsMoviesAreThoseOfTheExample() {
    assertThat(
            SESSION.execute("SELECT title FROM movies_by_actor WHERE actor = 'Fred'").all().stream()
                .map(row -> row.getString("title")))
        .containsExactly("Action Movie 1", "Action Movie 2");
  }

  @Test
  void loadingItAgainBringsNothingBack() throws Exception {
    Row fred = SESSION.execute("SELECT movie_id FROM movies_by_actor WHERE actor = 'Mary'").one();
    UUID id = requireNonNull(fred).getUuid("movie_id");
    WRITER.write(requireNonNull(id), head -> Decision.delete());

    new SampleMovies(WRITER, JSON).load();

    assertThat(SESSION.execute("SELECT * FROM movies_by_actor WHERE actor = 'Mary'").all())
        .isEmpty();
    InStep.assertInStep(SESSION, TABLES);
    WRITER.write(id, head -> Decision.write(head.previous())); // for the other tests
  }

  @Test
  void everyQueryOfInspectCqlRunsAndFindsRows() {
    int found = 0;
    for (String statement : CqlFile.statements("inspect.cql")) {
      if (!statement.startsWith("USE")) {
        List<Row> rows = SESSION.execute(statement).all();
        if (!statement.contains("unsettled_movies") && !statement.contains("lookup_jobs")) {
          assertThat(rows).as(statement).isNotEmpty();
          found++;
        }
      }
    }
    assertThat(found).isGreaterThan(10);
  }
}
