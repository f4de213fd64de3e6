package dev.cinedex.ledger;

import static dev.cinedex.ledger.Faults.writeTimeout;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.NoNodeAvailableException;
import com.datastax.oss.driver.api.core.connection.ClosedConnectionException;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.CASWriteUnknownException;
import com.datastax.oss.driver.api.core.servererrors.DefaultWriteType;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.ledger.Faults.Executed;
import dev.cinedex.ledger.Written.Effect;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movie;
import dev.cinedex.movie.MovieJson;
import dev.cinedex.movie.Movies;
import dev.cinedex.projection.Projection;
import io.dropwizard.jersey.validation.Validators;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each row of the table of unknown outcomes, on a real Cassandra whose answers are lost. */
class UnknownOutcomesIT {
  private static final String CLAIM = "UPDATE movies SET";
  private static final String BATCH = "BATCH";
  private static final List<LookupTable> TABLES = Tables.shipped();
  private static final CqlSession SESSION = TestCassandra.newSession(TABLES);
  private static final MovieJson JSON = new MovieJson(Validators.newValidator());
  private static final Movie RECAST = Movies.with(Movies.heat()).actors("Jon Voight").state();

  private final UUID id = UUID.randomUUID();
  private final Faults faults = new Faults(SESSION);
  private final EntityWriter writer = writer(faults.session());
  private final EntityWriter other = writer(SESSION);

  @AfterEach
  void everyTableIsTheProjectionOfTheLedger() {
    other.write(id, head -> head.state()); // settles what is left to do
    InStep.assertInStep(SESSION, TABLES);
  }

  @AfterAll
  static void close() {
    SESSION.close();
  }

  static Stream<Arguments> lostAnswersOfAClaim() {
    List<Function<Node, DriverException>> failures =
        List.of(
            writeTimeout(DefaultWriteType.CAS),
            writeTimeout(DefaultWriteType.SIMPLE),
            node -> new CASWriteUnknownException(node, DefaultConsistencyLevel.LOCAL_SERIAL, 0, 1),
            node -> new UnavailableException(node, DefaultConsistencyLevel.LOCAL_SERIAL, 2, 1),
            node -> new DriverTimeoutException("no answer"),
            node -> new ClosedConnectionException("gone"));
    return failures.stream()
        .flatMap(
            failure ->
                Stream.of(Executed.values()).map(executed -> Arguments.of(executed, failure)));
  }

  @ParameterizedTest
  @MethodSource("lostAnswersOfAClaim")
  void aClaimWithoutAnswerHappensOnce(Executed executed, Function<Node, DriverException> failure) {
    other.write(id, head -> Movies.heat());
    faults.failNext(CLAIM, executed, failure);

    Written written = writer.write(id, head -> RECAST);

    assertThat(written.effect()).isEqualTo(Effect.CHANGED);
    assertThat(faults.sent(CLAIM)).isEqualTo(executed == Executed.YES ? 1 : 2);
    assertThat(other.write(id, head -> head.state()).head().version())
        .isEqualTo(written.head().version());
  }

  @ParameterizedTest
  @MethodSource("lostAnswersOfAClaim")
  void anIfMatchThatSucceededIsNeverAnsweredAsFailed(
      Executed executed, Function<Node, DriverException> failure) {
    long expected = other.write(id, head -> Movies.heat()).head().version();
    faults.failNext(CLAIM, executed, failure);

    Written written =
        writer.write(
            id,
            head -> {
              assertThat(head.version()).isEqualTo(expected);
              return RECAST;
            });

    assertThat(written.head().state()).isEqualTo(RECAST);
  }

  @Test
  void aClaimThatMayHaveBeenReplacedIsSaidToBeUnknown() {
    other.write(id, head -> Movies.heat());
    faults.failNext(
        CLAIM,
        Executed.YES,
        writeTimeout(DefaultWriteType.CAS),
        () -> other.write(id, head -> Movies.with(Movies.heat()).title("Other").state()));

    assertThatThrownBy(() -> writer.write(id, head -> RECAST))
        .isInstanceOf(UnknownOutcomeException.class)
        .hasMessageContaining(id.toString());
  }

  @Test
  void aClaimThatLostIsTriedAgainOnTheNewHead() {
    other.write(id, head -> Movies.heat());
    boolean[] first = {true};

    Written written =
        writer.write(
            id,
            head -> {
              if (first[0]) {
                first[0] = false;
                other.write(id, now -> Movies.with(Movies.heat()).title("Other").state());
              }
              return Movies.with(java.util.Objects.requireNonNull(head.state()))
                  .synopsis("mine")
                  .state();
            });

    assertThat(written.head().state())
        .isEqualTo(Movies.with(Movies.heat()).title("Other").synopsis("mine").state());
  }

  @Test
  void aWriteThatLostAndIsThenRefusedLeavesNoNote() {
    long expected = other.write(id, head -> Movies.heat()).head().version();

    assertThatThrownBy(
            () ->
                writer.write(
                    id,
                    head -> {
                      if (head.version() != expected) {
                        throw new IllegalStateException("refused");
                      }
                      other.write(id, now -> Movies.with(Movies.heat()).title("Other").state());
                      return RECAST;
                    }))
        .hasMessage("refused");

    assertThat(faults.sent(CLAIM)).isEqualTo(1);
    Awaitility.await().untilAsserted(() -> assertThat(notedMovies()).doesNotContain(id));
  }

  @Test
  void anUnsureBatchLogIsSentTheSameBatchAgain() {
    faults.failNext(BATCH, Executed.NO, writeTimeout(DefaultWriteType.BATCH_LOG));

    Written written = writer.write(id, head -> Movies.heat());

    assertThat(written.projected()).isTrue();
    assertThat(faults.batches()).hasSize(2);
    assertThat(statements(faults.batches().get(1)))
        .isEqualTo(statements(faults.batches().get(0)))
        .allMatch(statement -> statement.contains(written.head().version()));
  }

  /** Each with its values; the timestamp is one of them. */
  private static List<List<@Nullable Object>> statements(BatchStatement batch) {
    List<List<@Nullable Object>> statements = new ArrayList<>();
    for (BatchableStatement<?> statement : batch) {
      BoundStatement bound = (BoundStatement) statement;
      List<@Nullable Object> values = new ArrayList<>();
      values.add(bound.getPreparedStatement().getQuery());
      for (int i = 0; i < bound.size(); i++) {
        values.add(bound.isSet(i) ? bound.getObject(i) : null);
      }
      statements.add(values);
    }
    return statements;
  }

  @Test
  void aRefusedClaimIsNoUnknownOneAndLeavesNoNote() {
    faults.failNext(CLAIM, Executed.NO, node -> new UnauthorizedException(node, "not yours"));

    assertThatThrownBy(() -> writer.write(id, head -> Movies.heat()))
        .isInstanceOf(UnauthorizedException.class);

    Awaitility.await().untilAsserted(() -> assertThat(notedMovies()).doesNotContain(id));
  }

  @Test
  void aClaimThatIsRefusedAfterOneWithoutAnswerMayHaveHappened() {
    faults.failNext(
        CLAIM,
        Executed.NO,
        writeTimeout(DefaultWriteType.CAS),
        () ->
            faults.failNext(
                CLAIM, Executed.NO, node -> new UnauthorizedException(node, "not any more")));

    assertThatThrownBy(() -> writer.write(id, head -> Movies.heat()))
        .isInstanceOf(UnknownOutcomeException.class);
    assertThat(notedMovies()).contains(id);
  }

  private static List<@Nullable UUID> notedMovies() {
    return SESSION.execute("SELECT movie_id FROM unsettled_movies").all().stream()
        .<@Nullable UUID>map(row -> row.getUuid("movie_id"))
        .toList();
  }

  @Test
  void rowsThatCassandraRefusesAreThoseOfAWriteThatHappened() {
    faults.failNext(BATCH, Executed.NO, node -> new UnauthorizedException(node, "not yours"));

    Written written = writer.write(id, head -> Movies.heat());

    assertThat(written.projected()).isFalse();
    assertThat(written.effect()).isEqualTo(Effect.CREATED);
    assertThat(writer.write(id, head -> RECAST).projected()).isTrue();
  }

  @Test
  void aLoggedBatchIsAcceptedAndLeftUnsettled() {
    faults.failNext(BATCH, Executed.YES, writeTimeout(DefaultWriteType.BATCH));

    Written written = writer.write(id, head -> Movies.heat());

    assertThat(written.projected()).isFalse();
    assertThat(written.effect()).isEqualTo(Effect.CREATED);
    assertThat(faults.sent(BATCH)).isEqualTo(1);
    assertThat(new Ledger(SESSION, new Notes(SESSION), JSON).read(id).settled()).isFalse();
  }

  @Test
  void batchesThatKeepFailingLeaveAnAcceptedWriteForTheNextOne() {
    for (int i = 0; i < 3; i++) {
      faults.failNext(
          BATCH,
          Executed.NO,
          node -> new UnavailableException(node, DefaultConsistencyLevel.LOCAL_QUORUM, 1, 0));
    }

    Written written = writer.write(id, head -> Movies.heat());
    assertThat(written.projected()).isFalse();

    Written next = writer.write(id, head -> RECAST);
    assertThat(next.projected()).isTrue();
  }

  @Test
  void withoutANodeNothingIsClaimed() {
    faults.failNext(
        "INSERT INTO unsettled_movies", Executed.NO, node -> new NoNodeAvailableException());

    assertThatThrownBy(() -> writer.write(id, head -> Movies.heat()))
        .isInstanceOf(NoNodeAvailableException.class);
    assertThat(faults.sent(CLAIM)).isZero();
  }

  private static EntityWriter writer(CqlSession session) {
    return new EntityWriter(
        new Ledger(session, new Notes(session), JSON),
        new Projection(session, 32 << 10, TestCassandra.costs()),
        TestCassandra.catalog(SESSION),
        Clock.systemUTC(),
        Runnable::run,
        step -> {});
  }
}
