package dev.cinedex.http;

import static dev.cinedex.http.TestService.assertProblem;
import static dev.cinedex.http.TestService.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cinedex.TestProcess;
import dev.cinedex.access.Role;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.catalog.Schema;
import dev.cinedex.instance.CinedexConfiguration;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movie;
import dev.cinedex.movie.Movies;
import dev.cinedex.testing.TestKeys;
import io.dropwizard.testing.DropwizardTestSupport;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two services on one cluster, each with a keyspace and a file of keys of its own: neither sees
 * anything of the other.
 */
class TenantsIT {
  @TempDir private static Path directory;
  private static Tenant ann;
  private static Tenant bob;

  /** A service, and the key of its operator. */
  private record Tenant(DropwizardTestSupport<CinedexConfiguration> service, String key) {
    static Tenant start(String name) {
      CassandraFactory cassandra = TestCassandra.factory(TestCassandra.newKeyspace());
      new Schema(cassandra, Movie.ENTITY, Tables.shipped()).apply(created -> {});
      TestKeys keys = TestKeys.at(directory.resolve(name));
      String key = keys.add(name, Role.OPERATOR).text();
      return new Tenant(
          TestService.startWithoutSchema(
              cassandra,
              TestCassandra.contactPoint(),
              "config.yml",
              Map.of("access.keysFile", keys.path())),
          key);
    }

    HttpResponse<String> send(String method, String path, String body) throws Exception {
      return send(method, path, body, key);
    }

    HttpResponse<String> send(String method, String path, String body, String key)
        throws Exception {
      return TestProcess.send(
          method, service.getLocalPort(), path, body, "Authorization", "Bearer " + key);
    }

    List<String> titles(String path) throws Exception {
      HttpResponse<String> list = send("GET", path, "");
      assertThat(list.statusCode()).as(list.body()).isEqualTo(200);
      return json(list).get("items").findValuesAsText("title");
    }
  }

  @BeforeAll
  static void start() {
    ann = Tenant.start("ann");
    bob = Tenant.start("bob");
  }

  @AfterAll
  static void stop() {
    bob.service.after(); // first, because it takes back the properties that it has replaced
    ann.service.after();
  }

  @Test
  void neitherSeesOrChangesTheMoviesOfTheOther() throws Exception {
    String path = "/movies/" + UUID.randomUUID();
    put(ann, path, "Of Ann", "Genre of Ann");

    assertThat(bob.send("GET", path, "").statusCode()).isEqualTo(404);
    assertThat(bob.titles("/actors/x/movies")).isEmpty();
    assertThat(bob.send("GET", "/genres", "").body()).doesNotContain("Ann");
    assertThat(bob.send("DELETE", path, "").statusCode()).isEqualTo(404);

    put(bob, path, "Of Bob", "Genre of Bob");

    assertThat(ann.titles("/actors/x/movies")).containsExactly("Of Ann");
    assertThat(bob.titles("/actors/x/movies")).containsExactly("Of Bob");
    assertThat(bob.send("DELETE", path, "").statusCode()).isEqualTo(204);
    assertThat(ann.titles("/genres/Genre%20of%20Ann/movies")).containsExactly("Of Ann");
    assertThat(ann.send("DELETE", path, "").statusCode()).isEqualTo(204);
  }

  @Test
  void theKeysAndTheCursorsOfTheOtherAreRefused() throws Exception {
    for (String title : List.of("A", "B")) {
      put(ann, "/movies/" + UUID.randomUUID(), title, "Long");
    }
    String list = "/genres/Long/movies?limit=1";
    String next = list + "&cursor=" + json(ann.send("GET", list, "")).get("nextCursor").asText();

    assertThat(ann.titles(next)).containsExactly("B");
    assertProblem(bob.send("GET", next, ""), 400, "urn:cinedex:problem:invalid-parameter");
    assertProblem(bob.send("GET", list, "", ann.key), 401, "urn:cinedex:problem:unauthenticated");
  }

  @Test
  void theTablesAndTheJobsOfTheOtherAreUnknown() throws Exception {
    String table = "/lookups/movies_by_ann";
    String build =
        """
        {"kind": "build", "declaration": {"partition": "director", "clustering": "title"}}""";
    HttpResponse<String> begun = ann.send("POST", table + "/jobs", build);
    assertThat(begun.statusCode()).as(begun.body()).isEqualTo(202);
    String job = "/jobs/" + json(begun).get("id").asText();
    Awaitility.await()
        .untilAsserted(
            () ->
                assertThat(json(ann.send("GET", job, "")).get("state").asText()).isEqualTo("done"));

    assertThat(ann.send("GET", table, "").statusCode()).isEqualTo(200);
    assertThat(bob.send("GET", table, "").statusCode()).isEqualTo(404);
    assertThat(bob.send("GET", "/lookups", "").body()).doesNotContain("movies_by_ann");
    assertThat(bob.send("GET", job, "").statusCode()).isEqualTo(404);
    assertThat(bob.send("GET", "/jobs", "").body()).doesNotContain("movies_by_ann");
  }

  private static void put(Tenant tenant, String path, String title, String genre) throws Exception {
    String movie = Movies.json(title, List.of(genre), List.of("x"));
    assertThat(tenant.send("PUT", path, movie).statusCode()).isEqualTo(201);
  }
}
