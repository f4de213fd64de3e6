package dev.cinedex.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.codahale.metrics.MetricRegistry;
import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.catalog.StaleCatalogException;
import dev.cinedex.catalog.TestCatalog;
import dev.cinedex.lookup.LookupDeclaration.Maintenance;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movie;
import dev.cinedex.movie.MovieJson;
import dev.cinedex.movie.Movies;
import dev.cinedex.projection.Projection;
import dev.cinedex.projection.WriteCosts;
import io.dropwizard.jersey.validation.Validators;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
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
  private final Ledger ledger =
      new Ledger(session, new Notes(session), new MovieJson(Validators.newValidator()));
  private final Queue<Runnable> background = new ArrayDeque<>();
  private final UUID id = UUID.randomUUID();

  @AfterEach
  void close() {
    session.close();
  }

  @Test
  void aWriteDoesNotWaitForATableThatIsMaintainedLater() {
    Written written = writer(step -> {}).write(id, head -> Movies.heat());

    assertThat(written.projected()).isTrue();
    InStep.assertInStep(session, List.of(BY_ACTOR));
    assertThat(InStep.stored(session, LATER)).isEmpty();
    assertThat(ledger.read(id).settled()).isFalse();
    assertThat(notes()).isEqualTo(1);

    background.remove().run();

    InStep.assertInStep(session, TABLES);
    Awaitility.await().untilAsserted(() -> assertThat(notes()).isZero());
    assertThat(ledger.read(id).settled()).isTrue();
  }

  @Test
  void aWriteThatChangesNothingInThatTableIsSettledAtOnce() {
    EntityWriter writer = writer(step -> {});
    writer.write(id, head -> Movies.heat());
    background.remove().run();

    writer.write(id, head -> Movies.with(Movies.heat()).actors("Jon Voight").state());

    assertThat(background).isEmpty();
    Awaitility.await().untilAsserted(() -> assertThat(ledger.read(id).settled()).isTrue());
    InStep.assertInStep(session, TABLES);
  }

  @Test
  void rowsThatAreStillToBeWrittenLaterAreWrittenByTheNextWriteOrTheSweeper() {
    EntityWriter writer = writer(step -> {});
    writer.write(id, head -> Movies.heat());
    Movie drama = Movies.with(Movies.heat()).genres("Drama").state();

    writer.write(id, head -> drama);

    assertThat(InStep.stored(session, LATER)).hasSize(2); // of the version before
    writer.settle(id); // as the sweeper does
    InStep.assertInStep(session, TABLES);

    background.forEach(Runnable::run); // late, and so without effect
    InStep.assertInStep(session, TABLES);
  }

  @Test
  void aTableThatIsAddedWhileAWriteIsUnderWayIsWrittenToo() {
    EntityWriter writer =
        writer(
            step -> {
              if (step == WriteStep.PROJECT && !instance.catalog().view().tables().contains(NEW)) {
                instance.add(NEW);
                instance.refresh();
              }
            });

    writer.write(id, head -> Movies.heat());
    background.forEach(Runnable::run);

    InStep.assertInStep(session, List.of(BY_ACTOR, LATER, NEW));
    Awaitility.await().untilAsserted(() -> assertThat(ledger.read(id).settled()).isTrue());
  }

  @Test
  void aTableThatIsDroppedWhileAWriteIsUnderWayDoesNotFailTheWrite() {
    AtomicBoolean dropped = new AtomicBoolean();
    CqlSession dropping =
        (CqlSession)
            Proxy.newProxyInstance(
                CqlSession.class.getClassLoader(),
                new Class<?>[] {CqlSession.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals("executeAsync") && !dropped.getAndSet(true)) {
                    instance.drop(BY_ACTOR);
                    instance.refresh();
                  }
                  return method.invoke(session, arguments);
                });
    EntityWriter writer =
        new EntityWriter(
            ledger,
            new Projection(dropping, 32 << 10, TestCassandra.costs()),
            instance.catalog(),
            Clock.systemUTC(),
            background::add,
            step -> {});

    Written written = writer.write(id, head -> Movies.heat());
    background.forEach(Runnable::run);

    assertThat(written.projected()).isTrue();
    InStep.assertInStep(session, List.of(LATER));
    Awaitility.await().untilAsserted(() -> assertThat(ledger.read(id).settled()).isTrue());
  }

  @Test
  void aVersionForARepairsSakeIsNotCountedAsAWrite() {
    MetricRegistry metrics = new MetricRegistry();
    EntityWriter writer =
        new EntityWriter(
            ledger,
            new Projection(session, 32 << 10, new WriteCosts(metrics)),
            instance.catalog(),
            Clock.systemUTC(),
            background::add,
            step -> {});
    writer.write(id, head -> Movies.heat());
    background.remove().run();
    Awaitility.await().until(() -> ledger.read(id).settled()); // else its rows are written again

    writer.rewrite(id);

    assertThat(metrics.histogram("cinedex.lookups.movies_by_actor.rows-per-write").getCount())
        .isEqualTo(1);
  }

  @Test
  void whatItsConfigurationDoesNotSayAnInstanceKnowsFromTheCatalog() {
    TestCatalog other = new TestCatalog(session, List.of());

    assertThat(other.catalog().view().tables(Maintenance.ASYNC)).containsExactly(LATER);
  }

  @Test
  void anInstanceThatMayNotKnowEveryTableClaimsNothing() {
    instance.pass(Duration.ofMinutes(1));

    assertThatThrownBy(() -> writer(step -> {}).write(id, head -> Movies.heat()))
        .isInstanceOf(StaleCatalogException.class);

    assertThat(ledger.read(id).version()).isZero();
    assertThat(notes()).isZero();
  }

  @Test
  void whatAnInstanceClaimedThatThenStoodStillIsLeftToOneThatKnowsEveryTable() {
    EntityWriter paused =
        writer(
            step -> {
              if (step == WriteStep.CLAIM) {
                instance.add(NEW);
                instance.pass(Duration.ofMinutes(1));
              }
            });

    Written written = paused.write(id, head -> Movies.heat());

    assertThat(written.projected()).isFalse();
    assertThat(ledger.read(id).settled()).isFalse();
    assertThat(notes()).isEqualTo(1);

    instance.refresh();
    writer(step -> {}).settle(id);

    InStep.assertInStep(session, List.of(BY_ACTOR, LATER, NEW));
  }

  @Test
  void whatAnInstanceProjectedThatThenStoodStillIsNotTakenForSettled() {
    EntityWriter paused =
        writer(
            step -> {
              if (step == WriteStep.PROJECT) {
                instance.add(NEW);
                instance.pass(Duration.ofMinutes(1));
              }
            });

    Written written = paused.write(id, head -> Movies.with(Movies.heat()).genres().state());

    assertThat(written.projected()).isFalse();
    assertThat(ledger.read(id).settled()).isFalse();
    assertThat(notes()).isEqualTo(1);
  }

  private EntityWriter writer(Consumer<WriteStep> done) {
    return new EntityWriter(
        ledger,
        new Projection(session, 32 << 10, TestCassandra.costs()),
        instance.catalog(),
        Clock.systemUTC(),
        background::add,
        done);
  }

  private int notes() {
    return session.execute("SELECT movie_id FROM unsettled_movies").all().size();
  }
}
