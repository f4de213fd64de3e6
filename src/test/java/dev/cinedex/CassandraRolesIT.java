package dev.cinedex;

import static dev.cinedex.testing.Json.quoted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.GuardedNode;
import dev.cinedex.catalog.Schema;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movie;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each role of {@code cql/roles.cql} may do what its comment says, and no more. */
@Tag("thorough")
class CassandraRolesIT {
  @TempDir private static Path directory;
  private static GuardedNode node;

  @BeforeAll
  static void giveTheRoles() {
    node = new GuardedNode(directory);
    try (CqlSession admin = node.adminWithSchema().connect()) {
      node.grantRoles(admin);
      for (String role : new String[] {"service", "schema", "reader"}) {
        node.createUser(admin, "a_" + role, "p", "cinedex_" + role);
      }
    }
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  @Test
  void theServiceWritesReadsAndVerifiesAndChangesNoSchema() throws Exception {
    int port = TestProcess.freePort();
    Process service = TestProcess.server(node.as("a_service", "p"), CinedexApplication.class, port);
    try {
      assertThat(
              send(
                      port,
                      "POST",
                      "/movies",
                      "{'title':'Guarded','releaseYear':2000,'genres':['G'],'actors':['A']}")
                  .statusCode())
          .isEqualTo(201);
      assertThat(send(port, "GET", "/actors/A/movies", "").body()).contains("Guarded");

      JsonNode verification = job(port, "movies_by_actor", "{'kind':'verify'}");
      assertThat(verification.get("state").asText()).as("%s", verification).isEqualTo("done");
      assertThat(verification.get("read").asInt()).isPositive();

      JsonNode build =
          job(port, "by_director", "{'kind':'build','declaration':{'partition':['director']}}");
      assertThat(build.get("state").asText()).as("%s", build).isEqualTo("failed");
      assertThat(build.get("message").asText()).contains("change the schema", "cinedex_schema");
    } finally {
      service.destroyForcibly();
    }
  }

  private static JsonNode job(int port, String table, String job) throws Exception {
    HttpResponse<String> begun = send(port, "POST", "/lookups/" + table + "/jobs", job);
    assertThat(begun.statusCode()).as(begun.body()).isEqualTo(202);
    String id = json(begun.body()).get("id").asText();
    return Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () -> json(send(port, "GET", "/jobs/" + id, "").body()),
            found -> found.has("finishedAt"));
  }

  private static HttpResponse<String> send(int port, String method, String path, String body)
      throws Exception {
    return TestProcess.send(method, port, path, quoted(body));
  }

  private static JsonNode json(String text) throws IOException {
    return new ObjectMapper().readTree(text);
  }

  @Test
  void theSchemaRoleAppliesTheSchemaAndChangesTables() {
    CassandraFactory schema = node.as("a_schema", "p");

    new Schema(schema, Movie.ENTITY, Tables.shipped()).apply(created -> {});

    try (CqlSession session = schema.connect()) {
      session.execute("CREATE TABLE made_by_hand (a int PRIMARY KEY)");
      session.execute("ALTER TABLE made_by_hand ADD b int");
      session.execute("INSERT INTO made_by_hand (a, b) VALUES (1, 2)");
      session.execute("DROP TABLE made_by_hand");
    }
  }

  @Test
  void theReaderReadsAndWritesNothing() {
    try (CqlSession session = node.as("a_reader", "p").connect()) {
      session.execute("SELECT * FROM movies_by_actor LIMIT 1");
      assertThatThrownBy(() -> session.execute("TRUNCATE movies"))
          .isInstanceOf(UnauthorizedException.class);
      assertThatThrownBy(() -> session.execute("DROP TABLE movies_by_actor"))
          .isInstanceOf(UnauthorizedException.class);
      assertThatThrownBy(
              () ->
                  session.execute(
                      "INSERT INTO movies_by_actor (actor, title, movie_id) VALUES ('a', 't', uuid())"))
          .isInstanceOf(UnauthorizedException.class);
    }
  }
}
