package dev.cinedex;

import static dev.cinedex.testing.Json.quoted;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cinedex.access.Role;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.catalog.Schema;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movie;
import dev.cinedex.testing.TestKeys;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The audit log, as the jar writes it with the shipped configuration. */
class AuditIT {
  private static final CassandraFactory CASSANDRA =
      TestCassandra.factory(TestCassandra.newKeyspace());
  private static final String MOVIE =
      quoted("{'title':'A secret','releaseYear':2000,'genres':['G'],'actors':['A']}");

  @TempDir private Path directory;

  @Test
  void eachChangeEachRefusalAndEachNewKeyIsOneLine() throws Exception {
    new Schema(CASSANDRA, Movie.ENTITY, Tables.shipped()).apply(created -> {});
    TestKeys keys = TestKeys.at(directory.resolve("keys"));
    String writer = keys.add("wanda", Role.WRITER).text();
    String log;
    String movie;
    try (StartedJar service =
        StartedJar.start(
            CASSANDRA, List.of(), Map.of("KEYS_FILE", keys.path()), "server", "config.yml")) {
      service.awaitReady();
      send(service, "POST", "/movies?dryRun=true", writer);
      send(service, "GET", "/lookups", writer);
      movie =
          send(service, "POST", "/movies", writer).headers().firstValue("Location").orElseThrow();
      send(service, "DELETE", "/lookups/movies_by_actor", writer);
      send(service, "GET", "/actors/x%0A%22y/movies", "cdx_forged");
      deleteWithForm(service, movie, writer);
      String late = keys.add("late", Role.READER).text();
      Awaitility.await().until(() -> send(service, "GET", "/lookups", late).statusCode() == 200);
      service.process().toHandle().destroy(); // Process.destroy would close its output
      log = service.output();
    }

    List<JsonNode> events = events(log);
    JsonNode write = events.get(0);
    assertThat(text(write, "caller", "role", "address"))
        .containsExactly("wanda", "writer", "127.0.0.1");
    assertThat(text(write, "method", "path", "operation", "status", "requestId", "location"))
        .containsExactly("POST", "/movies", "createMovie", "201", "audited", movie);
    assertThat(write.get("version").asText()).isNotEmpty();
    assertThat(Instant.parse(write.get("time").asText())).isBefore(Instant.now());
    assertThat(text(events.get(1), "caller", "method", "path", "operation", "status"))
        .containsExactly("wanda", "DELETE", "/lookups/movies_by_actor", "dropLookup", "403");
    assertThat(text(events.get(2), "method", "path", "status"))
        .containsExactly("GET", "/actors/x%0A%22y/movies", "401");
    assertThat(events.get(2).has("caller")).isFalse();
    assertThat(text(events.get(3), "method", "operation", "status"))
        .containsExactly("DELETE", "deleteMovie", "204");
    JsonNode created =
        events.stream().filter(event -> event.has("event")).findFirst().orElseThrow();
    assertThat(text(created, "event", "name", "role"))
        .containsExactly("key created", "late", "reader");
    assertThat(log).doesNotContain("secret", writer, "cdx_forged");
  }

  /** A parameter of a form is none of the query, so this is no dry run. */
  private static void deleteWithForm(StartedJar service, String movie, String key)
      throws Exception {
    TestProcess.send(
        "DELETE",
        service.port(),
        URI.create(movie).getPath(),
        "dryRun=true",
        "Authorization",
        "Bearer " + key,
        "Content-Type",
        "application/x-www-form-urlencoded");
  }

  private static HttpResponse<String> send(
      StartedJar service, String method, String path, String key) throws Exception {
    return TestProcess.send(
        method,
        service.port(),
        path,
        method.equals("POST") ? MOVIE : "",
        "Authorization",
        "Bearer " + key,
        "X-Request-Id",
        "audited");
  }

  private static List<JsonNode> events(String log) throws Exception {
    List<JsonNode> events = new ArrayList<>();
    for (String line : log.lines().filter(line -> line.startsWith("{")).toList()) {
      events.add(new ObjectMapper().readTree(line));
    }
    return events;
  }

  private static List<String> text(JsonNode event, String... fields) {
    return List.of(fields).stream()
        .map(field -> requireNonNull(event.get(field)).asText())
        .toList();
  }
}
