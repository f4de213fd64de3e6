package dev.cinedex.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.catalog.StaleCatalogException;
import dev.cinedex.catalog.TestCatalog;
import dev.cinedex.entity.EntityState;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Maintenance;
import dev.cinedex.lookup.Tables;
import dev.cinedex.metrics.Metrics;
import dev.cinedex.movie.Movies;
import dev.cinedex.projection.WriteCosts;
import dev.cinedex.testing.TestInstance;
import dev.cinedex.testing.TestSession;
import dev.cinedex.testing.ThoroughTest;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which tables a write writes, when, and what it does when they change meanwhile. */
class WrittenTablesIT {
  private static final LookupTable BY_ACTOR =
      Tables.of("movies_by_actor", "{partition: actor, clustering: title}");
  private static final LookupTable LATER =
      Tables.of("movies_by_genre", "{partition: genre, clustering: title, maintenance: async}");
  private static final LookupTable NEW =
      Tables.of("movies_by_director", "{partition: director, clustering: title}");
  private static final List<LookupTable> TABLES = List.of(BY_ACTOR, LATER);

  private final CqlSession session = TestCassandra.newSession(TABLES);
  private final TestCatalog instance = new TestCatalog(session, TABLES);
  private final Queue<Runnable> background = new ArrayDeque<>();
  private final TestInstance parts = with(session);
  private final EntityWriter writer = parts.writer();
  private final Ledger ledger = parts.ledger();
  private final UUID id = UUID.randomUUID();

  @AfterEach
  void close() {
    session.close();
  }

  @ThoroughTest
  void aWriteDoesNotWaitForAnAsyncTable() {
    Written written = writer.write(id, head -> Decision.write(Movies.heat()));

    assertThat(written.projected()).isTrue();
    InStep.assertInStep(session, List.of(BY_ACTOR));
    assertThat(InStep.stored(session, LATER)).isEmpty();
    assertThat(ledger.read(id).settled()).isFalse();
    assertThat(InStep.notedMovies(session)).hasSize(1);

    background.remove().run();

    InStep.assertInStep(session, TABLES);
    Awaitility.await().untilAsserted(() -> assertThat(InStep.notedMovies(session)).isEmpty());
    assertThat(ledger.read(id).settled()).isTrue();
  }

  @ThoroughTest
  void aWriteThatChangesNoAsyncTableIsSettledAtOnce() {
    writer.write(id, head -> Decision.write(Movies.heat()));
    background.remove().run();

    writer.write(
        id, head -> Decision.write(Movies.with(Movies.heat()).actors("Jon Voight").state()));

    assertThat(background).isEmpty();
    Awaitility.await().untilAsserted(() -> assertThat(ledger.read(id).settled()).isTrue());
    InStep.assertInStep(session, TABLES);
  }

  @ThoroughTest
  void rowsOfAsyncTablesAreWrittenByTheNextWriteOrTheSweeper() {
    writer.write(id, head -> Decision.write(Movies.heat()));
    EntityState drama = Movies.with(Movies.heat()).genres("Drama").state();

    writer.write(id, head -> Decision.write(drama));

    assertThat(InStep.stored(session, LATER)).hasSize(2); // of the version before
    writer.settle(id); // as the sweeper does
    InStep.assertInStep(session, TABLES);

    background.forEach(Runnable::run); // late, and so without effect
    InStep.assertInStep(session, TABLES);
  }

  @Test
  void aTableAddedDuringAWriteIsWrittenToo() {
    EntityWriter overtaken =
        parts
            .after(
                WriteStep.PROJECT,
                () -> {
                  if (!instance.catalog().lastKnown().tables().contains(NEW)) {
                    instance.add(NEW);
                    instance.refresh();
                  }
                })
            .writer();

    overtaken.write(id, head -> Decision.write(Movies.heat()));
    background.forEach(Runnable::run);

    InStep.assertInStep(session, List.of(BY_ACTOR, LATER, NEW));
    Awaitility.await().untilAsserted(() -> assertThat(ledger.read(id).settled()).isTrue());
  }

  @ThoroughTest
  void aTableDroppedDuringAWriteDoesNotFailIt() {
    AtomicBoolean dropped = new AtomicBoolean();
    TestSession dropping = new TestSession(session);
    dropping.before(
        TestSession.BATCH,
        () -> {
          if (!dropped.getAndSet(true)) {
            instance.drop(BY_ACTOR);
            instance.refresh();
          }
        });

    Written written = with(dropping).writer().write(id, head -> Decision.write(Movies.heat()));
    background.forEach(Runnable::run);

    assertThat(written.projected()).isTrue();
    InStep.assertInStep(session, List.of(LATER));
    Awaitility.await().untilAsserted(() -> assertThat(ledger.read(id).settled()).isTrue());
  }

  @ThoroughTest
  void aRewriteIsNotCountedAsAWrite() {
    WriteCosts costs = new WriteCosts(new Metrics());
    EntityWriter counted = parts.costs(costs).writer();
    counted.write(id, head -> Decision.write(Movies.heat()));
    background.remove().run();
    Awaitility.await().until(() -> ledger.read(id).settled()); // else its rows are written again

    counted.rewrite(id);

    assertThat(costs.perWrite(BY_ACTOR).writes()).isEqualTo(1);
  }

  @ThoroughTest
  void undeclaredTablesFollowTheCatalog() {
    TestCatalog other = new TestCatalog(session, List.of());

    assertThat(other.catalog().lastKnown().tables(Maintenance.ASYNC)).containsExactly(LATER);
  }

  @ThoroughTest
  void anInstanceThatMayNotKnowEveryTableClaimsNothing() {
    instance.pass(Duration.ofMinutes(1));

    assertThatThrownBy(() -> writer.write(id, head -> Decision.write(Movies.heat())))
        .isInstanceOf(StaleCatalogException.class);

    assertThat(ledger.read(id).version()).isZero();
    assertThat(InStep.notedMovies(session)).isEmpty();
  }

  @ThoroughTest
  void aWriteOfAPausedInstanceIsLeftToTheSweeper() {
    EntityWriter paused =
        parts
            .after(
                WriteStep.CLAIM,
                () -> {
                  instance.add(NEW);
                  instance.pass(Duration.ofMinutes(1));
                })
            .writer();

    Written written = paused.write(id, head -> Decision.write(Movies.heat()));

    assertThat(written.projected()).isFalse();
    assertThat(ledger.read(id).settled()).isFalse();
    assertThat(InStep.notedMovies(session)).hasSize(1);

    instance.refresh();
    writer.settle(id);

    InStep.assertInStep(session, List.of(BY_ACTOR, LATER, NEW));
  }

  @ThoroughTest
  void aWriteProjectedByAPausedInstanceIsNotMarkedSettled() {
    EntityWriter paused =
        parts
            .after(
                WriteStep.PROJECT,
                () -> {
                  instance.add(NEW);
                  instance.pass(Duration.ofMinutes(1));
                })
            .writer();

    Written written =
        paused.write(id, head -> Decision.write(Movies.with(Movies.heat()).genres().state()));

    assertThat(written.projected()).isFalse();
    assertThat(ledger.read(id).settled()).isFalse();
    assertThat(InStep.notedMovies(session)).hasSize(1);
  }

  private TestInstance with(CqlSession itsSession) {
    return TestInstance.on(itsSession).catalog(instance.catalog()).background(background::add);
  }
}
