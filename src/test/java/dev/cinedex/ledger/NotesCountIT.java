package dev.cinedex.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.servererrors.ReadFailureException;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.ledger.OverdueNotes.Overdue;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movie;
import dev.cinedex.testing.CqlFile;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Notes can be counted after {@code -Dnotes.writes=…} writes, which all leave tombstones. */
@Tag("thorough")
class NotesCountIT {
  private static final int WRITES = Integer.getInteger("notes.writes", 20_000);
  private static final int REFUSED_AT = 100_000;
  private static final String WITHOUT_MINUTES = "SELECT movie_id FROM unsettled_movies";

  private final CqlSession session = TestCassandra.newSession(Tables.shipped());
  private final Notes notes = new Notes(session, Movie.ENTITY);

  @AfterEach
  void close() {
    session.close();
  }

  @Test
  void theQuestionOfTheOperatorReadsAFewTombstonesOfEachShard() throws Exception {
    leave(WRITES);
    Note left = newNote();
    notes.create(left);

    long begun = System.nanoTime();
    List<UUID> found = ask(inspection("FROM unsettled_movies"));
    long millis = (System.nanoTime() - begun) / 1_000_000;

    System.out.printf(
        "Notes: after %d writes the question needs %d ms, and its largest partition has %.0f tombstones%n",
        WRITES, millis, mostTombstones());
    assertThat(found).containsExactly(left.entityId());
    assertThat(mostTombstones()).isLessThan(2.0 * WRITES / Note.SHARDS);
    if (WRITES > REFUSED_AT) {
      assertThatThrownBy(() -> ask(WITHOUT_MINUTES)).isInstanceOf(ReadFailureException.class);
    }
  }

  @Test
  void whenTheirGraceIsOverTombstonesDoNotCountEvenIfNothingIsCompacted() throws Exception {
    leave(1_000);
    Note left = newNote();
    notes.create(left);

    session.execute("ALTER TABLE unsettled_movies WITH gc_grace_seconds = 1");
    Thread.sleep(2_500); // the second of the last delete, and one more, are over

    assertThat(ask(WITHOUT_MINUTES)).containsExactly(left.entityId());
    assertThat(mostTombstones()).isLessThan(10);
  }

  @Test
  void theProgressOfTheSweeperTellsWhereToBegin() throws Exception {
    Instant minute = Instant.parse("2026-11-23T12:00:00Z");
    notes.sweptUntil(7, minute.plusSeconds(60));
    notes.sweptUntil(8, minute);

    Row row = session.execute(inspection("FROM sweeper_progress")).one();

    assertThat(Objects.requireNonNull(row).getInstant("first_minute")).isEqualTo(minute);
  }

  @Test
  void notesThatNobodySweepsAreCounted() {
    Instant now = Instant.now();
    Instant overdue = now.minus(Duration.ofMinutes(12));
    assertThat(OverdueNotes.find(notes, overdue)).isEmpty();
    Note late = Note.of(UUID.randomUUID(), Note.claimId(now.minus(Duration.ofMinutes(20))));
    Note young = newNote();
    for (Note note : List.of(young, late)) {
      notes.create(note);
      notes.sweptUntil(note.shard(), note.minute());
    }

    assertThat(OverdueNotes.find(notes, overdue)).contains(new Overdue(1, late.minute(), true));

    notes.deleteNow(late);
    assertThat(OverdueNotes.find(notes, overdue)).contains(new Overdue(0, late.minute(), true));
    notes.sweptUntil(late.shard(), late.minute().minus(Duration.ofHours(3)));
    assertThat(OverdueNotes.find(notes, overdue).orElseThrow().isWhole()).isFalse();
  }

  /** Writes and deletes notes, as writes do that settle within a minute. */
  private void leave(int writes) throws InterruptedException {
    ExecutorService writers = Executors.newFixedThreadPool(32);
    Instant minute = Instant.now().truncatedTo(ChronoUnit.MINUTES);
    for (int i = 0; i < writes; i++) {
      Instant written = minute.plusMillis(60_000L * i / writes);
      writers.execute(
          () -> {
            Note note = Note.of(UUID.randomUUID(), Note.claimId(written));
            notes.create(note);
            notes.deleteNow(note);
          });
    }
    writers.shutdown();
    assertThat(writers.awaitTermination(20, TimeUnit.MINUTES)).isTrue();
  }

  private static Note newNote() {
    return Note.of(UUID.randomUUID(), Note.claimId(Instant.now()));
  }

  private List<UUID> ask(String question) {
    return session.execute(question).map(row -> row.getUuid("movie_id")).all();
  }

  /** Returns the statement of {@code cql/inspect.cql} that has these words. */
  private static String inspection(String words) {
    return CqlFile.statements("inspect.cql").stream()
        .filter(each -> each.contains(words))
        .findFirst()
        .orElseThrow();
  }

  /** Returns the largest number of tombstones that a read of the notes has met. */
  private double mostTombstones() {
    Row row =
        session
            .execute(
                "SELECT max FROM system_views.tombstones_per_read WHERE keyspace_name = ? AND table_name = 'unsettled_movies'",
                session.getKeyspace().orElseThrow().asInternal())
            .one();
    return Objects.requireNonNull(row).getDouble("max");
  }
}
