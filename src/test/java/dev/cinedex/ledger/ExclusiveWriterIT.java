package dev.cinedex.ledger;

import static dev.cinedex.testing.TestSession.UNLOGGED_BATCH;
import static dev.cinedex.testing.TestSession.writeTimeout;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.servererrors.DefaultWriteType;
import com.datastax.oss.driver.api.core.servererrors.WriteTimeoutException;
import dev.cinedex.TestClock;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.catalog.StaleCatalogException;
import dev.cinedex.catalog.TestCatalog;
import dev.cinedex.entity.EntityState;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movies;
import dev.cinedex.testing.Fault.Executed;
import dev.cinedex.testing.TestInstance;
import dev.cinedex.testing.TestSession;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Writes without claims, while no other process writes. */
class ExclusiveWriterIT {
  private static final List<LookupTable> TABLES = Tables.shipped();
  private static final String CLAIM = "UPDATE movies SET";
  private static final String INSERT = "INSERT INTO movies (";

  private static final CqlSession REAL = TestCassandra.newSession(TABLES);

  private final TestSession session = new TestSession(REAL);
  private final TestCatalog catalog = new TestCatalog(REAL, List.of());
  private final TestInstance instance = TestInstance.on(session).catalog(catalog.catalog());
  private final UUID id = UUID.randomUUID();

  @AfterEach
  void everyTableIsTheProjectionOfTheLedger() {
    REAL.execute("TRUNCATE live_instances"); // the next test is the only instance
    InStep.assertInStep(REAL, TABLES);
  }

  @AfterAll
  static void close() {
    REAL.close();
  }

  @Test
  void aNewMovieNeedsNoClaimAndNoNote() {
    Written written = write(Movies.heat());

    assertThat(written.effect()).isEqualTo(Effect.CREATED);
    assertThat(written.projected()).isTrue();
    assertThat(session.sent(CLAIM)).isZero();
    assertThat(session.sent("INSERT INTO unsettled_movies")).isZero();
    instance.marks().close();
    Head head = head();
    assertThat(head.state()).isEqualTo(Movies.heat());
    assertThat(head.version()).isEqualTo(written.head().version());
    assertThat(head.settled()).isTrue();
  }

  @Test
  void aMovieThatExistsIsClaimedAndItsOldRowsGo() {
    instance.writer().write(id, head -> Decision.write(Movies.heat()));

    Written written = write(Movies.with(Movies.heat()).actors("Jon Voight").state());

    assertThat(written.effect()).isEqualTo(Effect.CHANGED);
    assertThat(session.sent(CLAIM)).isEqualTo(2);
    assertThat(head().previous()).isEqualTo(Movies.heat());
  }

  @Test
  void aDeletedMovieIsClaimedSoThatItsVersionGrows() {
    instance.writer().write(id, head -> Decision.write(Movies.heat()));
    long deleted = instance.writer().write(id, head -> Decision.delete()).head().version();

    Written written = write(Movies.heat());

    assertThat(session.sent(CLAIM)).isEqualTo(3);
    assertThat(written.head().version()).isGreaterThan(deleted);
  }

  @Test
  void aMovieWithANoteIsClaimedBecauseAnotherClaimMayBeOnItsWay() {
    instance.notes().create(Note.of(id, Note.claimId(Instant.now())));

    write(Movies.heat());

    assertThat(session.sent(CLAIM)).isEqualTo(1);
    assertThat(session.sent(INSERT)).isZero();
  }

  @Test
  void aNoteOfTheLastMinutesCountsAlsoWhenASweeperHasPassedIt() {
    Note note = Note.of(id, Note.claimId(Instant.now().minus(Duration.ofMinutes(5))));
    instance.notes().create(note);
    instance.notes().sweptUntil(note.shard(), Instant.now());

    write(Movies.heat());

    assertThat(session.sent(CLAIM)).isEqualTo(1);
    assertThat(session.sent(INSERT)).isZero();
  }

  @Test
  void aClaimAfterwardsWinsThoughTheClockOfTheImportWasAhead() {
    TestClock ahead = new TestClock();
    ahead.set(Duration.ofSeconds(10));
    try (ExclusiveWriter writer = instance.clock(ahead).writer().exclusive()) {
      writer.write(id, head -> Decision.write(Movies.heat()));
    }

    Written claimed = instance.writer().write(id, head -> Decision.delete());

    assertThat(claimed.effect()).isEqualTo(Effect.CHANGED);
    assertThat(head().version()).isEqualTo(claimed.head().version());
    assertThat(head().exists()).isFalse();
  }

  @Test
  void noValueOfAnInsertThatArrivesLateShowsThrough() {
    write(Movies.heat());
    long earlier = head().version() - Duration.ofHours(1).toMillis() * 1_000;

    REAL.execute(
        "INSERT INTO movies (movie_id, version, synopsis, previous, created_by) VALUES (%s, 1, 'late', 'late', 'late') USING TIMESTAMP %d"
            .formatted(id, earlier));

    assertThat(head().state()).isEqualTo(Movies.heat());
    assertThat(head().previous()).isNull();
    assertThat(head().createdBy()).isNull();
  }

  @ParameterizedTest
  @EnumSource(Executed.class)
  void anInsertWithoutAnswerIsSentAgainAsItWas(Executed executed) {
    loseTheAnswerOfAnInsert(executed);
    try (ExclusiveWriter writer = instance.writer().exclusive()) {
      assertThatThrownBy(() -> write(writer)).isInstanceOf(WriteTimeoutException.class);

      assertThat(write(writer).effect()).isEqualTo(Effect.CREATED);

      assertThat(session.sent(INSERT)).isEqualTo(2);
      assertThat(session.sent(CLAIM)).isZero();
    }
    assertThat(leases()).as("all is acknowledged").isZero();
  }

  @ParameterizedTest
  @EnumSource(Executed.class)
  void anImportThatEndsWithAnInsertUnansweredLeavesItsLeaseToExpire(Executed executed) {
    loseTheAnswerOfAnInsert(executed);
    try (ExclusiveWriter writer = instance.writer().exclusive()) {
      assertThatThrownBy(() -> write(writer)).isInstanceOf(WriteTimeoutException.class);
    }
    assertThat(leases()).isEqualTo(1);

    instance.writer().write(id, head -> Decision.write(Movies.heat()));
    assertThat(head().state()).isEqualTo(Movies.heat());
  }

  @Test
  void rowsThatAreNotAcknowledgedAreWrittenByTheNextWrite() {
    session.fail(writeTimeout(DefaultWriteType.UNLOGGED_BATCH)).whenQueryStartsWith(UNLOGGED_BATCH);
    try (ExclusiveWriter writer = instance.writer().exclusive()) {
      assertThat(write(writer).projected()).isFalse();
      assertThat(head().settled()).isFalse();

      assertThat(write(writer).effect()).isEqualTo(Effect.UNCHANGED);
    }
  }

  @Test
  void rowsThatAKilledImportLeftAreWrittenByWhoeverSettlesTheMovie() {
    session.fail(writeTimeout(DefaultWriteType.UNLOGGED_BATCH)).whenQueryStartsWith(UNLOGGED_BATCH);
    write(Movies.heat());

    instance.writer().settle(id);

    instance.marks().close();
    assertThat(head().settled()).isTrue();
  }

  @Test
  void anotherInsertThatArrivesLateDoesNotReplaceAHeadWhoseRowsSomebodyHasWritten() {
    session.fail(writeTimeout(DefaultWriteType.UNLOGGED_BATCH)).whenQueryStartsWith(UNLOGGED_BATCH);
    write(Movies.heat());
    long version = head().version();
    instance.writer().settle(id);

    long later = version + 1_000_000;
    instance.ledger().insert(headOf(later), later - Duration.ofMinutes(1).toMillis() * 1_000);

    assertThat(head().version()).isEqualTo(version);
    assertThat(session.sent(CLAIM)).as("the confirmation").isEqualTo(1);
  }

  @Test
  void aHeadThatNoClaimReplacesIsRefusedAndNamesTheClock() {
    long version = Instant.now().toEpochMilli() * 1_000;
    long ahead = version + Duration.ofMinutes(10).toMillis() * 1_000;
    instance.ledger().insert(headOf(version), ahead);

    assertThatThrownBy(() -> instance.writer().settle(id))
        .isInstanceOf(UnconfirmedHeadException.class)
        .hasMessageContaining("the clock of a node");

    assertThat(session.sent(CLAIM)).isEqualTo(10);
    REAL.execute("DELETE FROM movies USING TIMESTAMP %d WHERE movie_id = %s".formatted(ahead, id));
  }

  @Test
  void everythingThatAKilledImportLeftIsFoundInTheLedger() {
    session.fail(writeTimeout(DefaultWriteType.UNLOGGED_BATCH)).whenQueryStartsWith(UNLOGGED_BATCH);
    write(Movies.heat());
    instance.ledger().confirmed(head()); // by somebody who was then killed, too
    AtomicBoolean progress = new AtomicBoolean();

    instance.writer().settleAll(() -> progress.set(true));

    instance.marks().close();
    assertThat(head().settled()).isTrue();
    assertThat(progress).isTrue();
  }

  private Head headOf(long version) {
    UUID claim = Note.unclaimedId(Instant.now());
    EntityState other = Movies.with(Movies.heat()).title("Late").state();
    return new Head(id, version, other, null, claim, null, false);
  }

  @Test
  void nothingIsSentWhenTheLeaseIsOver() {
    try (ExclusiveWriter writer = instance.writer().exclusive()) {
      catalog.pass(Duration.ofMinutes(1));

      assertThatThrownBy(() -> write(writer)).isInstanceOf(StaleCatalogException.class);

      assertThat(session.sent(INSERT)).isZero();
    }
  }

  @Test
  void noRowIsSentWhenTheLeaseEndsBeforeTheHeadIsAcknowledged() {
    try (ExclusiveWriter writer = instance.writer().exclusive()) {
      session.before(INSERT, () -> catalog.pass(Duration.ofMinutes(1)));

      assertThatThrownBy(() -> write(writer)).isInstanceOf(StaleCatalogException.class);

      assertThat(session.batches()).isEmpty();
    }
    REAL.execute("TRUNCATE live_instances"); // as when the lease has expired
    TestInstance.on(REAL).writer().settle(id);
  }

  private void loseTheAnswerOfAnInsert(Executed executed) {
    session
        .fail(writeTimeout(DefaultWriteType.SIMPLE))
        .executed(executed)
        .whenQueryStartsWith(INSERT);
  }

  private Written write(EntityState movie) {
    try (ExclusiveWriter writer = instance.writer().exclusive()) {
      return writer.write(id, head -> Decision.write(movie));
    }
  }

  private Written write(ExclusiveWriter writer) {
    return writer.write(id, head -> Decision.write(Movies.heat()));
  }

  private Head head() {
    return instance.ledger().read(id);
  }

  private long leases() {
    return REAL.execute("SELECT * FROM live_instances WHERE role = 'exclusive'").all().size();
  }
}
