package dev.cinedex.ledger;

import static com.datastax.oss.simulacron.common.codec.ConsistencyLevel.LOCAL_QUORUM;
import static com.datastax.oss.simulacron.common.codec.ConsistencyLevel.LOCAL_SERIAL;
import static com.datastax.oss.simulacron.common.stubbing.PrimeDsl.closeConnection;
import static com.datastax.oss.simulacron.common.stubbing.PrimeDsl.noResult;
import static com.datastax.oss.simulacron.common.stubbing.PrimeDsl.overloaded;
import static com.datastax.oss.simulacron.common.stubbing.PrimeDsl.serverError;
import static com.datastax.oss.simulacron.common.stubbing.PrimeDsl.unavailable;
import static com.datastax.oss.simulacron.common.stubbing.PrimeDsl.writeTimeout;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import com.datastax.oss.simulacron.common.codec.WriteType;
import com.datastax.oss.simulacron.common.result.Result;
import com.datastax.oss.simulacron.common.stubbing.CloseType;
import com.datastax.oss.simulacron.common.stubbing.DisconnectAction.Scope;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movies;
import dev.cinedex.testing.TestInstance;
import dev.cinedex.testing.TestSession;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the real driver does by itself with each answer, before {@link EntityWriter} sees it. */
class DriverRetriesIT {
  private static final String READ = "SELECT movie_id AS entity_id";
  private static final String NOTE = "INSERT INTO unsettled_movies";
  private static final String CLAIM = "UPDATE movies SET";
  private static final String BATCH = TestSession.BATCH;
  private static final List<LookupTable> TABLES = Tables.shipped();
  private static final CqlSession REAL = TestCassandra.newSession(TABLES);

  private final UUID id = UUID.randomUUID();
  private final SimulatedCassandra nodes =
      // a preview prepares the statements of every table
      new SimulatedCassandra(
          REAL,
          session ->
              writer(session).preview(UUID.randomUUID(), head -> Decision.write(Movies.heat())));
  private final CqlSession session = nodes.factory().connect();
  private final EntityWriter writer = writer(session);

  @AfterEach
  void stop() {
    session.close();
    nodes.close();
  }

  @AfterAll
  static void close() {
    REAL.close();
  }

  static Stream<Result> unknownOutcomesOfAClaim() {
    return Stream.of(
        writeTimeout(LOCAL_SERIAL, 0, 2, WriteType.CAS),
        writeTimeout(LOCAL_QUORUM, 1, 2, WriteType.SIMPLE),
        overloaded("too much"),
        serverError("failed"),
        unavailable(LOCAL_SERIAL, 2, 1),
        closeConnection(Scope.CONNECTION, CloseType.DISCONNECT),
        noResult());
  }

  @ParameterizedTest
  @MethodSource("unknownOutcomesOfAClaim")
  void theDriverNeverRepeatsAClaim(Result failure) {
    nodes.failNext(CLAIM, failure);

    Written written = writer.write(id, head -> Decision.write(Movies.heat()));

    assertThat(written.effect()).isEqualTo(Effect.CREATED);
    assertThat(nodes.received(CLAIM))
        .as("the one that failed, and the writer's own second")
        .isEqualTo(2);
    assertThat(nodes.consistencies(READ)).containsExactly(LOCAL_QUORUM, LOCAL_SERIAL);
    assertThat(nodes.received(NOTE)).isEqualTo(1);
  }

  @Test
  void readsAndNotesGoToAnotherNodeByThemselves() {
    nodes.failNext(READ, closeConnection(Scope.CONNECTION, CloseType.DISCONNECT));
    nodes.failNext(NOTE, overloaded("too much"));

    writer.write(id, head -> Decision.write(Movies.heat()));

    assertThat(nodes.received(READ)).isEqualTo(2);
    assertThat(nodes.received(NOTE)).isEqualTo(2);
    assertThat(nodes.received(CLAIM)).isEqualTo(1);
  }

  @Test
  void aBatchThatMayNotBeLoggedIsSentAgain() {
    nodes.failNext(BATCH, writeTimeout(LOCAL_QUORUM, 0, 1, WriteType.BATCH_LOG));

    Written written = writer.write(id, head -> Decision.write(Movies.heat()));

    assertThat(written.projected()).isTrue();
    assertThat(nodes.received(BATCH)).isEqualTo(2);
    assertThat(nodes.received(CLAIM)).isEqualTo(1);
  }

  @Test
  void aLoggedBatchIsNotSentAgain() {
    nodes.failNext(BATCH, writeTimeout(LOCAL_QUORUM, 1, 2, WriteType.BATCH));

    Written written = writer.write(id, head -> Decision.write(Movies.heat()));

    assertThat(written.projected()).isFalse();
    assertThat(nodes.received(BATCH)).isEqualTo(1);
  }

  @Test
  void nothingIsWrittenWithoutEnoughReplicas() {
    for (int i = 0; i < 3; i++) {
      nodes.failNext(NOTE, unavailable(LOCAL_QUORUM, 2, 1));
    }

    assertThatThrownBy(() -> writer.write(id, head -> Decision.write(Movies.heat())))
        .isInstanceOf(UnavailableException.class);
    assertThat(nodes.received(CLAIM)).isZero();
  }

  @Test
  void anErrorSaysThatNoNodeAnswers() {
    nodes.close();

    assertThatThrownBy(() -> writer.write(id, head -> Decision.write(Movies.heat())))
        .isInstanceOf(AllNodesFailedException.class);
  }

  private static EntityWriter writer(CqlSession session) {
    return TestInstance.on(session).catalog(TestCassandra.catalog(REAL)).writer();
  }
}
