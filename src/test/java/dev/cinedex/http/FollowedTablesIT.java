package dev.cinedex.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.errors.StartupException;
import dev.cinedex.http.HttpConnection.Answer;
import dev.cinedex.instance.CinedexConfiguration;
import dev.cinedex.lookup.Tables;
import io.dropwizard.testing.DropwizardTestSupport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The paths of actors and genres follow a ready table of their shape, or the one that is named. */
@Tag("thorough")
class FollowedTablesIT {
  private static final String HEAT =
      "{\"title\":\"Heat\",\"releaseYear\":1995,\"genres\":[\"Crime\"],\"actors\":[\"Al Pacino\"]}";
  private static final String ACTOR = "/actors/Al%20Pacino/movies";
  private static final String GENRE = "/genres/Crime/movies";
  private static final Duration BUILD = Duration.ofMinutes(2);

  @TempDir private Path directory;

  private final CassandraFactory cassandra = TestCassandra.factory(TestCassandra.newKeyspace());
  private DropwizardTestSupport<CinedexConfiguration> service;

  @BeforeEach
  void start() throws IOException {
    service = TestService.start(cassandra, TestCassandra.contactPoint());
    send("POST", "/movies", HEAT);
  }

  @AfterEach
  void stop() {
    service.after();
  }

  @Test
  void aRetiredTableIsReplacedByOneOfItsShape() throws IOException {
    build("actors_2", "{'partition':['actor'],'buckets':2,'clustering':['title','release_year']}");
    build("genres_2", "{'partition':['genre'],'clustering':'title'}");
    assertThat(followed(ACTOR)).isEqualTo("movies_by_actor");
    assertThat(followed(GENRE)).isEqualTo("movies_by_genre");

    change("movies_by_actor", "retired");
    change("movies_by_genre", "retired");

    assertThat(followed(ACTOR)).isEqualTo("actors_2");
    assertThat(followed(GENRE)).isEqualTo("genres_2");
    JsonNode genres = json(send("GET", "/genres", ""));
    assertThat(genres.get("items").toString()).isEqualTo("[{\"genre\":\"Crime\",\"movies\":1}]");
    assertThat(genres.get("counted").get("table").asText()).isEqualTo("genres_2");

    change("movies_by_actor", "ready");
    assertThat(followed(ACTOR)).isEqualTo("movies_by_actor");
    assertThat(followed(GENRE)).isEqualTo("genres_2");
  }

  @Test
  void aTableOfAnotherShapeReplacesNone() throws IOException {
    build("actors_newest", "{'partition':['actor'],'clustering':['release_year desc','title']}");
    build("actors_reversed", "{'partition':['actor'],'clustering':['title desc']}");
    build("actors_told", "{'partition':['actor'],'clustering':'title','where':'synopsis present'}");
    build("actors_and_genres", "{'partition':['actor','genre'],'clustering':'title'}");

    change("movies_by_actor", "retired");

    Answer refused = send("GET", ACTOR, "");
    assertThat(refused.status()).isEqualTo(409);
    assertThat(json(refused).get("detail").asText()).contains("'movies_by_actor' is retired");
  }

  @Test
  void theTableThatTheConfigurationNamesIsRead() throws IOException {
    build("actors_newest", "{'partition':['actor'],'clustering':['release_year desc','title']}");
    restart("actors: actors_newest");
    assertThat(followed(ACTOR)).isEqualTo("actors_newest");
    assertThat(followed(GENRE)).isEqualTo("movies_by_genre");

    change("actors_newest", "retired");

    Answer refused = send("GET", ACTOR, "");
    assertThat(refused.status()).isEqualTo(409);
    assertThat(json(refused).get("detail").asText()).contains("'actors_newest' is retired");
  }

  @Test
  void aNamedTableThatIsBuiltLaterIsReadOnlyWithItsShape() throws IOException {
    restart("actors: later");
    assertThat(send("GET", ACTOR, "").status()).isEqualTo(404);

    build("later", "{'partition':['director']}");

    Answer refused = send("GET", ACTOR, "");
    assertThat(refused.status()).isEqualTo(409);
    assertThat(json(refused).get("detail").asText())
        .contains("'later' has the partition key [director], but must have [actor]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          actors: movies_by_genre | lists.actors: Lookup table 'movies_by_genre' has the partition key [genre], but must have [actor]
          genres: movies_by_actor | lists.genres: Lookup table 'movies_by_actor' has the partition key [actor], but must have [genre]
          """)
  void aNamedTableOfAnotherShapeIsRefusedAtTheStart(String line, String message) {
    assertThatThrownBy(() -> restart(line))
        .rootCause()
        .isInstanceOf(StartupException.class)
        .hasMessageContaining(message);
  }

  /**
   * @param line added to the block {@code lists}
   */
  private void restart(String line) throws IOException {
    Path file = directory.resolve("config.yml");
    Files.writeString(
        file,
        Files.readString(Path.of("config.yml"))
            .replace("\n  read: indexed", "\n  read: indexed\n  " + line));
    service.after();
    service =
        TestService.start(
            cassandra, TestCassandra.contactPoint(), file.toString(), Tables.shipped());
  }

  private void build(String table, String declaration) throws IOException {
    String job = "{'kind':'build','declaration':%s}".formatted(declaration).replace('\'', '"');
    assertThat(send("POST", "/lookups/" + table + "/jobs", job).status()).isEqualTo(202);
    Awaitility.await()
        .atMost(BUILD)
        .until(
            () -> json(send("GET", "/lookups/" + table, "")).get("state").asText(),
            "ready"::equals);
  }

  private void change(String table, String state) throws IOException {
    Answer changed = send("PATCH", "/lookups/" + table, "{\"state\":\"" + state + "\"}");
    assertThat(changed.status()).as(changed.body()).isEqualTo(200);
  }

  /** Returns the name of the table that a list is read from, by its link to itself. */
  private String followed(String path) throws IOException {
    Answer list = send("GET", path, "");
    assertThat(list.status()).as(list.body()).isEqualTo(200);
    assertThat(json(list).get("items").findValuesAsText("title")).containsExactly("Heat");
    return String.valueOf(list.headers().get("link"))
        .replaceAll(".*/lookups/(\\w+)/movies.*", "$1");
  }

  private Answer send(String method, String path, String body) throws IOException {
    try (HttpConnection connection = new HttpConnection(service.getLocalPort())) {
      return connection.send(
          "%s %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
              .formatted(method, path, body.length(), body));
    }
  }

  private static JsonNode json(Answer answer) {
    return TestService.json(answer.body());
  }
}
