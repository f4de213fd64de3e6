package dev.cinedex.ledger;

import static dev.cinedex.testing.TestSession.BATCH;
import static dev.cinedex.testing.TestSession.writeTimeout;
import static java.util.Objects.requireNonNull;
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
import dev.cinedex.entity.EntityState;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movies;
import dev.cinedex.testing.Fault.Executed;
import dev.cinedex.testing.TestInstance;
import dev.cinedex.testing.TestSession;
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
  private static final List<LookupTable> TABLES = Tables.shipped();
  private static final CqlSession SESSION = TestCassandra.newSession(TABLES);
  private static final EntityState RECAST = Movies.with(Movies.heat()).actors("Jon Voight").state();

  private final UUID id = UUID.randomUUID();
  private final TestSession session = new TestSession(SESSION);
  private final EntityWriter writer = TestInstance.on(session).writer();
  private final EntityWriter other = TestInstance.on(SESSION).writer();

  @AfterEach
  void everyTableIsTheProjectionOfTheLedger() {
    other.write(id, head -> Decision.keep(head)); // settles what is left to do
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
    other.write(id, head -> Decision.write(Movies.heat()));
    session.fail(failure).executed(executed).whenQueryStartsWith(CLAIM);

    Written written = writer.write(id, head -> Decision.write(RECAST));

    assertThat(written.effect()).isEqualTo(Effect.CHANGED);
    assertThat(session.sent(CLAIM)).isEqualTo(executed == Executed.YES ? 1 : 2);
    assertThat(other.write(id, head -> Decision.keep(head)).head().version())
        .isEqualTo(written.head().version());
  }

  @ParameterizedTest
  @MethodSource("lostAnswersOfAClaim")
  void anIfMatchThatSucceededIsNeverAnsweredAsFailed(
      Executed executed, Function<Node, DriverException> failure) {
    long expected = other.write(id, head -> Decision.write(Movies.heat())).head().version();
    session.fail(failure).executed(executed).whenQueryStartsWith(CLAIM);

    Written written =
        writer.write(
            id,
            head -> {
              assertThat(head.version()).isEqualTo(expected);
              return Decision.write(RECAST);
            });

    assertThat(written.head().state()).isEqualTo(RECAST);
  }

  @Test
  void aClaimThatMayHaveBeenReplacedIsUnknown() {
    other.write(id, head -> Decision.write(Movies.heat()));
    session
        .fail(writeTimeout(DefaultWriteType.CAS))
        .executed()
        .then(
            () ->
                other.write(
                    id, head -> Decision.write(Movies.with(Movies.heat()).title("Other").state())))
        .whenQueryStartsWith(CLAIM);

    assertThatThrownBy(() -> writer.write(id, head -> Decision.write(RECAST)))
        .isInstanceOf(UnknownOutcomeException.class)
        .hasMessageContaining(id.toString());
  }

  @Test
  void aClaimThatLostIsTriedAgainOnTheNewHead() {
    other.write(id, head -> Decision.write(Movies.heat()));
    boolean[] first = {true};

    Written written =
        writer.write(
            id,
            head -> {
              if (first[0]) {
                first[0] = false;
                other.write(
                    id, now -> Decision.write(Movies.with(Movies.heat()).title("Other").state()));
              }
              return Decision.write(
                  Movies.with(requireNonNull(head.state())).synopsis("mine").state());
            });

    assertThat(written.head().state())
        .isEqualTo(Movies.with(Movies.heat()).title("Other").synopsis("mine").state());
  }

  @Test
  void aWriteThatLostAndIsThenRefusedLeavesNoNote() {
    long expected = other.write(id, head -> Decision.write(Movies.heat())).head().version();

    assertThatThrownBy(
            () ->
                writer.write(
                    id,
                    head -> {
                      if (head.version() != expected) {
                        throw new IllegalStateException("refused");
                      }
                      other.write(
                          id,
                          now -> Decision.write(Movies.with(Movies.heat()).title("Other").state()));
                      return Decision.write(RECAST);
                    }))
        .hasMessage("refused");

    assertThat(session.sent(CLAIM)).isEqualTo(1);
    Awaitility.await()
        .untilAsserted(() -> assertThat(InStep.notedMovies(SESSION)).doesNotContain(id));
  }

  @Test
  void aBatchThatMayNotBeLoggedIsSentAgain() {
    session.fail(writeTimeout(DefaultWriteType.BATCH_LOG)).whenQueryStartsWith(BATCH);

    Written written = writer.write(id, head -> Decision.write(Movies.heat()));

    assertThat(written.projected()).isTrue();
    assertThat(session.batches()).hasSize(2);
    assertThat(statements(session.batches().get(1)))
        .isEqualTo(statements(session.batches().get(0)))
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
  void aRefusedClaimHasFailedAndLeavesNoNote() {
    session.fail(node -> new UnauthorizedException(node, "not yours")).whenQueryStartsWith(CLAIM);

    assertThatThrownBy(() -> writer.write(id, head -> Decision.write(Movies.heat())))
        .isInstanceOf(UnauthorizedException.class);

    Awaitility.await()
        .untilAsserted(() -> assertThat(InStep.notedMovies(SESSION)).doesNotContain(id));
  }

  @Test
  void aClaimRefusedAfterAnUnansweredOneIsUnknown() {
    session.fail(writeTimeout(DefaultWriteType.CAS)).whenQueryStartsWith(CLAIM);
    session
        .fail(node -> new UnauthorizedException(node, "not any more"))
        .whenQueryStartsWith(CLAIM);

    assertThatThrownBy(() -> writer.write(id, head -> Decision.write(Movies.heat())))
        .isInstanceOf(UnknownOutcomeException.class);
    assertThat(InStep.notedMovies(SESSION)).contains(id);
  }

  @Test
  void aWriteWhoseRowsAreRefusedHasHappened() {
    session.fail(node -> new UnauthorizedException(node, "not yours")).whenQueryStartsWith(BATCH);

    Written written = writer.write(id, head -> Decision.write(Movies.heat()));

    assertThat(written.projected()).isFalse();
    assertThat(written.effect()).isEqualTo(Effect.CREATED);
    assertThat(writer.write(id, head -> Decision.write(RECAST)).projected()).isTrue();
  }

  @Test
  void aLoggedBatchIsAcceptedAndLeftUnsettled() {
    session.fail(writeTimeout(DefaultWriteType.BATCH)).executed().whenQueryStartsWith(BATCH);

    Written written = writer.write(id, head -> Decision.write(Movies.heat()));

    assertThat(written.projected()).isFalse();
    assertThat(written.effect()).isEqualTo(Effect.CREATED);
    assertThat(session.sent(BATCH)).isEqualTo(1);
    assertThat(TestInstance.on(SESSION).ledger().read(id).settled()).isFalse();
  }

  @Test
  void aWriteWhoseBatchesKeepFailingIsFinishedByTheNextOne() {
    session
        .fail(node -> new UnavailableException(node, DefaultConsistencyLevel.LOCAL_QUORUM, 1, 0))
        .times(3)
        .whenQueryStartsWith(BATCH);

    Written written = writer.write(id, head -> Decision.write(Movies.heat()));
    assertThat(written.projected()).isFalse();

    Written next = writer.write(id, head -> Decision.write(RECAST));
    assertThat(next.projected()).isTrue();
  }

  @Test
  void aWriteThatIsInterruptedAfterItsClaimIsAccepted() {
    session
        .fail(
            node -> {
              Thread.currentThread().interrupt();
              return new DriverTimeoutException("no answer");
            })
        .whenQueryStartsWith(BATCH);

    Written written = writer.write(id, head -> Decision.write(Movies.heat()));

    assertThat(Thread.interrupted()).isTrue();
    assertThat(written.effect()).isEqualTo(Effect.CREATED);
    assertThat(written.projected()).isFalse();
  }

  @Test
  void nothingIsClaimedWhenNoNodeAnswers() {
    session
        .fail(node -> new NoNodeAvailableException())
        .whenQueryStartsWith("INSERT INTO unsettled_movies");

    assertThatThrownBy(() -> writer.write(id, head -> Decision.write(Movies.heat())))
        .isInstanceOf(NoNodeAvailableException.class);
    assertThat(session.sent(CLAIM)).isZero();
  }
}
