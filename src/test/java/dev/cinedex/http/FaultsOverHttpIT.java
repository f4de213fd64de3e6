package dev.cinedex.http;

import static dev.cinedex.testing.TestSession.BATCH;
import static dev.cinedex.testing.TestSession.writeTimeout;
import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.NoNodeAvailableException;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.DefaultWriteType;
import com.datastax.oss.driver.api.core.servererrors.ReadTimeoutException;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import dev.cinedex.TestClock;
import dev.cinedex.cassandra.ClusterClock;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.ledger.Decision;
import dev.cinedex.ledger.EntityWriter;
import dev.cinedex.ledger.InStep;
import dev.cinedex.ledger.Ledger;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movies;
import dev.cinedex.resources.Endpoints;
import dev.cinedex.resources.MovieChanges;
import dev.cinedex.resources.MovieResource;
import dev.cinedex.resources.MovieWrites;
import dev.cinedex.testing.TestInstance;
import dev.cinedex.testing.TestSession;
import io.dropwizard.testing.junit5.DropwizardExtensionsSupport;
import io.dropwizard.testing.junit5.ResourceExtension;
import jakarta.ws.rs.client.Entity;
import jakarta.ws.rs.client.Invocation;
import jakarta.ws.rs.core.Response;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a client is answered when Cassandra does not answer as it should. */
@ExtendWith(DropwizardExtensionsSupport.class)
class FaultsOverHttpIT {
  private static final String READ = "SELECT movie_id AS entity_id";
  private static final String NOTE = "INSERT INTO unsettled_movies";
  private static final String CLAIM = "UPDATE movies SET";
  private static final List<LookupTable> TABLES = Tables.shipped();
  private static final CqlSession SESSION = TestCassandra.newSession(TABLES);
  private static final String HEAT =
      "{\"title\":\"Heat\",\"releaseYear\":1995,\"genres\":[\"Crime\"],\"actors\":[\"Al Pacino\"]}";

  private static final OpenApi API = OpenApi.committed();

  private final TestSession session = new TestSession(SESSION);
  private final TestClock clock = new TestClock();
  private final TestInstance instance =
      TestInstance.on(session).clock(new ClusterClock(SESSION, clock, Duration.ofSeconds(30)));
  private final Ledger ledger = instance.ledger();
  private final EntityWriter writer = instance.writer();
  private final EntityWriter other = TestInstance.on(SESSION).writer();
  private final ResourceExtension http =
      ResourceExtension.builder()
          .addResource(
              new MovieResource(
                  ledger, new MovieChanges(TestInstance.json()), new MovieWrites(writer, 1 << 22)))
          .addProvider(Endpoints.bodyReader(TestInstance.json()))
          .addProvider(new ProblemMappers())
          .setRegisterDefaultExceptionMappers(false)
          .build();
  private final UUID id = UUID.randomUUID();

  @AfterEach
  void everyTableIsTheProjectionOfTheLedger() {
    writer.settle(id);
    InStep.assertInStep(SESSION, TABLES);
  }

  @AfterAll
  static void close() {
    SESSION.close();
  }

  @Test
  void aWriteWithUnacknowledgedRowsIsAccepted() {
    failNextBatch();
    Response created = put(HEAT);
    writer.settle(id);
    Awaitility.await().until(() -> ledger.read(id).settled()); // else the fault would hit the help
    failNextBatch();
    Response deleted = documented("DELETE", movie().delete());

    for (Response accepted : List.of(created, deleted)) {
      assertThat(accepted.getStatus()).isEqualTo(202);
      assertThat(accepted.getEntityTag().getValue()).matches("\\d{16}");
    }
    assertThat(deleted.getEntityTag()).isNotEqualTo(created.getEntityTag());
  }

  @Test
  void aWriteThatCannotHelpTheOneBeforeItIsNotTried() {
    failNextBatch();
    put(HEAT);
    failNextBatch();

    assertProblem(documented("DELETE", movie().delete()), 503, "cassandra-unavailable");
    assertThat(movie().get().getStatus()).isEqualTo(200);
  }

  @Test
  void anUnansweredIfMatchThatSucceededIsNoConflict() {
    Response created = put(HEAT);
    session
        .fail(node -> new DriverTimeoutException("no answer"))
        .executed()
        .whenQueryStartsWith(CLAIM);

    Response replaced =
        movie()
            .header("If-Match", created.getHeaderString("ETag"))
            .put(Entity.json(HEAT.replace("Heat", "Heat 2")));

    assertThat(replaced.getStatus()).isEqualTo(200);
    assertThat(replaced.getEntityTag()).isNotEqualTo(created.getEntityTag());
  }

  @Test
  void aFailedIfMatchIsAPreconditionFailure() {
    Response created = put(HEAT);
    put(HEAT.replace("1995", "1996"));

    assertProblem(
        movie().header("If-Match", created.getHeaderString("ETag")).put(Entity.json(HEAT)),
        412,
        "precondition-failed");
  }

  @Test
  void aClientIsToldWhenToRetryIfNoNodeAnswers() {
    Function<Node, DriverException> none = node -> new NoNodeAvailableException();
    session.fail(none).whenQueryStartsWith(READ);
    assertProblem(documented("GET", movie().get()), 503, "cassandra-unavailable");
    session.fail(none).whenQueryStartsWith(NOTE);

    Response refused = put(HEAT);

    assertProblem(refused, 503, "cassandra-unavailable");
    assertThat(refused.getHeaderString("Retry-After")).isEqualTo("1");
    assertThat(movie().get().getStatus()).isEqualTo(404);
  }

  @Test
  void aWriterThatLosesForTooLongIsAConflict() {
    put(HEAT);
    Runnable faster =
        () -> {
          clock.add(Duration.ofMillis(3400)); // the limit is 10 s
          other.write(id, head -> Decision.write(head.exists() ? null : Movies.heat()));
        };
    session.before(CLAIM, faster);

    Response refused = put(HEAT.replace("1995", "1996"));

    assertThat(session.sent(CLAIM)).isEqualTo(1 + 3); // the first PUT's, and those that lost
    assertThat(refused.readEntity(String.class)).contains("3 attempts");
    assertProblem(refused, 409, "contention");
    assertThat(movie().get().getStatus()).isEqualTo(404);
  }

  @Test
  void aSlowCassandraIsNotReportedAsContention() {
    session.before(NOTE, () -> clock.add(Duration.ofSeconds(11)));

    assertProblem(put(HEAT), 503, "cassandra-unavailable");
    assertThat(session.sent(CLAIM)).isZero();
  }

  @Test
  void aClockThatIsWrongRefusesWritesUntilItIsRight() {
    put(HEAT);
    clock.set(Duration.ofHours(1));
    assertProblem(put(HEAT.replace("1995", "1996")), 503, "clock-skew");
    assertProblem(documented("DELETE", movie().delete()), 503, "clock-skew");

    clock.set(Duration.ZERO);
    assertThat(put(HEAT.replace("1995", "1997")).getStatus()).isEqualTo(200);
  }

  @Test
  void aClaimWithoutATraceIsAnsweredAsUnknown() {
    put(HEAT);
    session
        .fail(writeTimeout(DefaultWriteType.CAS))
        .executed()
        .then(() -> other.write(id, head -> Decision.delete()))
        .whenQueryStartsWith(CLAIM);

    assertProblem(put(HEAT.replace("1995", "1996")), 503, "outcome-unknown");
  }

  static Stream<Function<Node, DriverException>> unreadable() {
    return Stream.of(
        node -> new NoNodeAvailableException(),
        node -> new DriverTimeoutException("no answer"),
        node -> new UnavailableException(node, DefaultConsistencyLevel.LOCAL_SERIAL, 2, 1),
        node -> new ReadTimeoutException(node, DefaultConsistencyLevel.LOCAL_SERIAL, 1, 2, false));
  }

  @ParameterizedTest
  @MethodSource("unreadable")
  void aClaimWithoutAnswerIsNotAnsweredAsUntried(Function<Node, DriverException> failure) {
    put(HEAT);
    session
        .fail(writeTimeout(DefaultWriteType.CAS))
        .executed()
        .then(() -> session.fail(failure).whenQueryStartsWith(READ))
        .whenQueryStartsWith(CLAIM);
    assertProblem(put(HEAT.replace("1995", "1997")), 503, "outcome-unknown");
  }

  private void failNextBatch() {
    session.fail(writeTimeout(DefaultWriteType.BATCH)).executed().whenQueryStartsWith(BATCH);
  }

  private Response put(String body) {
    return documented("PUT", movie().put(Entity.json(body)));
  }

  private static Response documented(String method, Response answer) {
    answer.bufferEntity();
    API.check(
        method + " /movies/{id}",
        answer.getStatus(),
        name -> Optional.ofNullable(answer.getHeaderString(name)),
        answer.readEntity(String.class));
    return answer;
  }

  private Invocation.Builder movie() {
    return http.target("/movies/" + id).request();
  }

  private static void assertProblem(Response response, int status, String type) {
    assertThat(response.getStatus()).isEqualTo(status);
    assertThat(response.getMediaType().toString()).isEqualTo("application/problem+json");
    assertThat(response.readEntity(String.class)).contains("\"urn:cinedex:problem:" + type + "\"");
  }
}
