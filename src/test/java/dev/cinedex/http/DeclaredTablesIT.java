package dev.cinedex.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.fasterxml.jackson.databind.JsonNode;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.catalog.TestCatalog;
import dev.cinedex.http.HttpConnection.Answer;
import dev.cinedex.instance.CinedexConfiguration;
import dev.cinedex.ledger.InStep;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Tables;
import io.dropwizard.testing.DropwizardTestSupport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lookup tables that the documentation declares as examples work as they are pasted. */
@Tag("thorough")
class DeclaredTablesIT {
  private static final String HEAT =
      "{\"title\":\"Heat\",\"releaseYear\":1995,\"releaseDate\":\"1995-12-15\",\"genres\":[\"Crime\",\"Thriller\"],"
          + "\"actors\":[\"Al Pacino\",\"Robert De Niro\"],\"directors\":[\"Michael Mann\"]}";
  private static final Path PAGE = Path.of("src", "docs", "lookup-tables.md");
  private static final Pattern YAML =
      Pattern.compile("## Examples.*?```yaml\nlookups:\n(.*?)```", Pattern.DOTALL);
  private static final Pattern LIST = Pattern.compile("curl \"\\$L(/\\w+/movies\\?[^\"]+)\"");

  @TempDir private static Path directory;

  private static List<LookupTable> tables;
  private static CassandraFactory cassandra;
  private static DropwizardTestSupport<CinedexConfiguration> service;

  @BeforeAll
  static void start() throws IOException {
    Path file = directory.resolve("config.yml");
    String examples = found(YAML).group(1);
    Files.writeString(
        file,
        Files.readString(Path.of("config.yml")).replace("\nlookups:\n", "\nlookups:\n" + examples));
    tables = Tables.ofConfiguration(file);
    cassandra = TestCassandra.factory(TestCassandra.newKeyspace());
    service = TestService.start(cassandra, TestCassandra.contactPoint(), file.toString(), tables);
  }

  @AfterAll
  static void stop() {
    service.after();
  }

  @Test
  void eachExampleIsAnsweredAsPasted() throws IOException {
    send("POST", "/movies", HEAT);
    List<String> lists = new ArrayList<>();
    Matcher list = LIST.matcher(Files.readString(PAGE));
    while (list.find()) {
      lists.add("/lookups" + list.group(1));
    }

    assertThat(lists).hasSize(tables.size() - 2); // without the shipped two
    for (String path : lists) {
      Awaitility.await()
          .untilAsserted(
              () -> {
                Answer answer = send("GET", path, "");
                assertThat(answer.status()).as(path + " " + answer.body()).isEqualTo(200);
                assertThat(titles(answer)).as(path).contains("Heat");
              });
    }
    Answer person = send("GET", "/lookups/movies_by_person/movies?person=Michael%20Mann", "");
    assertThat(TestService.json(person.body()).at("/items/0/role").asText()).isEqualTo("director");
  }

  @Test
  void aListThatLacksAPartOfItsKeyIsRefusedWithTheWholeKey() throws IOException {
    Answer refused = send("GET", "/lookups/movies_by_actor_and_genre/movies?actor=A", "");

    assertThat(refused.status()).isEqualTo(400);
    assertThat(TestService.json(refused.body()).get("detail").asText())
        .isEqualTo(
            "genre: is missing. Lookup table movies_by_actor_and_genre is read by actor and genre");
    assertThat(send("GET", "/lookups/movies_by_year/movies?release_year=x", "").status())
        .isEqualTo(400);
    assertThat(send("GET", "/lookups/dated_movies_by_genre/movies?genre=G&from=1995", "").status())
        .isEqualTo(400);
    Answer noDecade =
        send("GET", "/lookups/movies_by_decade_and_genre/movies?release_decade=1995&genre=G", "");
    assertThat(noDecade.status()).isEqualTo(400);
    assertThat(noDecade.body()).contains("is not a decade such as 1990");
  }

  @Test
  void theCatalogHasEachTableAsItIsDeclared() throws IOException {
    JsonNode items = TestService.json(send("GET", "/lookups", "").body()).get("items");

    assertThat(items.findValuesAsText("name"))
        .containsAll(tables.stream().map(LookupTable::name).toList());
    for (JsonNode item : items) {
      if (item.get("state").asText().equals("ready")) {
        assertThat(Tables.of(item.get("name").asText(), item.get("declaration").toString()))
            .isIn(tables);
      }
    }
  }

  @Test
  void aTableThatIsNotReadyIsShownWithItsStateAndNotRead() throws IOException {
    LookupTable added = Tables.of("movies_by_new_key", "{partition: [title, genre]}");
    try (CqlSession session = cassandra.connect()) {
      new TestCatalog(session, List.of()).add(added);
    }

    String path = "/lookups/movies_by_new_key";
    Awaitility.await().until(() -> send("GET", path, "").status() == 200);

    assertThat(TestService.json(send("GET", path, "").body()).get("state").asText())
        .isEqualTo("building");
    Answer refused = send("GET", path + "/movies?title=T&genre=G", "");
    assertThat(refused.status()).isEqualTo(409);
    JsonNode problem = TestService.json(refused.body());
    assertThat(problem.get("type").asText()).isEqualTo("urn:cinedex:problem:lookup-not-ready");
    assertThat(problem.get("detail").asText()).contains("'movies_by_new_key' is building");
  }

  @Test
  void afterAnyHistoryEveryTableIsTheProjectionOfTheLedger() throws IOException {
    long seed = Long.getLong("history.seed", ThreadLocalRandom.current().nextLong());
    System.out.println("History: -Dhistory.seed=" + seed);
    Random random = new Random(seed);
    List<UUID> movies =
        IntStream.range(0, 12)
            .mapToObj(i -> new UUID(random.nextLong(), random.nextLong()))
            .toList();

    for (int i = 0; i < 300; i++) {
      String path = "/movies/" + movies.get(random.nextInt(movies.size()));
      boolean delete = random.nextInt(6) == 0;
      Answer answer = send(delete ? "DELETE" : "PUT", path, delete ? "" : movie(random));
      assertThat(answer.status()).as(answer.body()).isIn(200, 201, 204, 404);
    }

    try (CqlSession session = cassandra.connect()) {
      Awaitility.await()
          .atMost(Duration.ofMinutes(2)) // what the background had no room for is swept
          .untilAsserted(() -> InStep.assertInStep(session, tables));
    }
  }

  private static String movie(Random random) {
    String date =
        random.nextBoolean()
            ? ""
            : "\"releaseDate\":\"199%d-01-0%d\","
                .formatted(random.nextInt(10), 1 + random.nextInt(9));
    return "{\"title\":\"%s\",\"releaseYear\":%d,%s\"genres\":%s,\"actors\":%s,\"directors\":%s}"
        .formatted(
            "ABC".charAt(random.nextInt(3)),
            1985 + random.nextInt(20),
            date,
            names(random, 1),
            names(random, 0),
            names(random, 0));
  }

  private static String names(Random random, int least) {
    return random
        .ints(least + random.nextInt(3), 0, 5)
        .mapToObj(i -> "\"N" + i + "\"")
        .toList()
        .toString();
  }

  private static Answer send(String method, String path, String body) throws IOException {
    try (HttpConnection connection = new HttpConnection(service.getLocalPort())) {
      return connection.send(
          "%s %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
              .formatted(method, path, body.length(), body));
    }
  }

  private static List<String> titles(Answer answer) {
    return TestService.json(answer.body()).get("items").findValuesAsText("title");
  }

  private static Matcher found(Pattern pattern) throws IOException {
    Matcher matcher = pattern.matcher(Files.readString(PAGE));
    assertThat(matcher.find()).isTrue();
    return matcher;
  }
}
