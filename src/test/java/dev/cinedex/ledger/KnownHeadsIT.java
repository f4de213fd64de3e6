package dev.cinedex.ledger;

import static dev.cinedex.testing.TestSession.BATCH;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.servererrors.DefaultWriteType;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movie;
import dev.cinedex.movie.Movies;
import dev.cinedex.testing.TestInstance;
import dev.cinedex.testing.TestSession;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a writer does with a version that it wrote before. */
class KnownHeadsIT {
  private static final String READ = "SELECT movie_id AS";
  private static final String CLAIM = "UPDATE movies SET";
  private static final List<LookupTable> TABLES = Tables.shipped();
  private static final CqlSession SESSION = TestCassandra.newSession(TABLES);

  private final UUID id = UUID.randomUUID();
  private final TestSession session = new TestSession(SESSION);
  private final EntityWriter writer = TestInstance.on(session).writer();
  private final EntityWriter other = TestInstance.on(SESSION).writer();

  @AfterEach
  void everyTableIsTheProjectionOfTheLedger() {
    InStep.assertInStep(SESSION, TABLES);
  }

  @AfterAll
  static void close() {
    SESSION.close();
  }

  @Test
  void aWriterReadsAMovieOnlyBeforeItsFirstWrite() {
    add(writer, "Ann");
    add(writer, "Bob");
    writer.write(id, head -> Decision.delete());
    add(writer, "Cid");

    assertThat(session.sent(READ)).isEqualTo(1);
    assertThat(cast()).containsExactly("Cid");
  }

  @Test
  void aClaimInPlaceOfAnOldVersionLosesAndTheChangeDecidesAgain() {
    add(writer, "Ann");
    add(other, "Bob");

    add(writer, "Cid");

    assertThat(cast()).containsExactly("Ann", "Bob", "Cid");
    assertThat(session.sent(CLAIM)).isEqualTo(3);
  }

  @Test
  void aWriterReadsAMovieThatOthersWroteMeanwhile() {
    add(writer, "Ann");
    add(other, "Bob");
    add(writer, "Cid");
    add(other, "Dan");
    long claims = session.sent(CLAIM);

    add(writer, "Eve");

    assertThat(cast()).containsExactly("Ann", "Bob", "Cid", "Dan", "Eve");
    assertThat(session.sent(CLAIM)).as("claims, none of which lost").isEqualTo(claims + 1);
  }

  @Test
  void aRefusalIsAboutTheLastVersion() {
    add(writer, "Ann");
    add(other, "Bob");

    Written kept = writer.write(id, Decision::keep);

    assertThat(requireNonNull(kept.head().state()).get(Movie.ACTORS)).containsExactly("Ann", "Bob");
  }

  @Test
  void aWriterWhoseRowsMayBeMissingReadsAgain() {
    add(writer, "Ann");
    session
        .fail(TestSession.writeTimeout(DefaultWriteType.BATCH))
        .executed()
        .whenQueryStartsWith(BATCH);
    add(writer, "Bob");
    long reads = session.sent(READ);

    add(writer, "Cid");

    assertThat(session.sent(READ)).isGreaterThan(reads);
    assertThat(cast()).containsExactly("Ann", "Bob", "Cid");
  }

  private void add(EntityWriter to, String actor) {
    to.write(
        id,
        head -> {
          List<String> cast = new ArrayList<>();
          if (head.state() != null) {
            cast.addAll(requireNonNull(head.state().get(Movie.ACTORS)));
          }
          cast.add(actor);
          return Decision.write(Movies.with(Movies.heat()).actors(cast).state());
        });
  }

  private List<String> cast() {
    Head head = TestInstance.on(SESSION).ledger().read(id);
    return requireNonNull(requireNonNull(head.state()).get(Movie.ACTORS));
  }
}
