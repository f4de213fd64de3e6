package dev.cinedex.http;

import static dev.cinedex.http.TestService.assertProblem;
import static dev.cinedex.http.TestService.json;
import static dev.cinedex.testing.Json.quoted;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cinedex.TestProcess;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.catalog.Schema;
import dev.cinedex.instance.CinedexConfiguration;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movie;
import io.dropwizard.testing.DropwizardTestSupport;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Clients cannot make more lookup tables than the configuration allows. */
class TableLimitIT {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final String BUILD =
      quoted("{'kind':'build','declaration':{'partition':['director'],'clustering':'title'}}");

  @Test
  void aTableTooManyIsRefusedWithTheLimit() throws Exception {
    CassandraFactory cassandra = TestCassandra.factory(TestCassandra.newKeyspace());
    new Schema(cassandra, Movie.ENTITY, Tables.shipped()).apply(created -> {});
    int limit = Tables.shipped().size() + 1;
    DropwizardTestSupport<CinedexConfiguration> service =
        TestService.startWithoutSchema(
            cassandra,
            TestCassandra.contactPoint(),
            "config.yml",
            Map.of("limits.tables", String.valueOf(limit)));
    try {
      int port = service.getLocalPort();
      Awaitility.await()
          .atMost(LONG)
          .until(() -> build(port, "movies_by_director").statusCode(), status -> status == 202);
      Awaitility.await() // a table counts when it is made
          .atMost(LONG)
          .until(
              () -> TestProcess.send("GET", port, "/lookups/movies_by_director", "").body(),
              lookup -> lookup.contains("\"ready\""));

      HttpResponse<String> refused = build(port, "movies_by_director_again");

      assertProblem(refused, 409, "urn:cinedex:problem:lookup-state");
      assertThat(json(refused).get("detail").asText())
          .contains("limits.tables in config.yml allows " + limit);
    } finally {
      service.after();
    }
  }

  private static HttpResponse<String> build(int port, String table) throws Exception {
    return TestProcess.send("POST", port, "/lookups/" + table + "/jobs", BUILD);
  }
}
