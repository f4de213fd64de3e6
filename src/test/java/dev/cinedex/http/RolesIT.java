package dev.cinedex.http;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cinedex.access.ApiKey;
import dev.cinedex.access.Role;
import dev.cinedex.errors.StartupException;
import dev.cinedex.instance.CinedexConfiguration;
import dev.cinedex.testing.TestKeys;
import io.dropwizard.testing.DropwizardTestSupport;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A service with API keys lets each role do what the API document says, and no more. */
class RolesIT {
  private static final OpenApi API = OpenApi.committed();
  private static final Map<Role, ApiKey> KEYS = new EnumMap<>(Role.class);

  @TempDir private static Path directory;
  private static TestKeys keys;
  private static DropwizardTestSupport<CinedexConfiguration> service;
  private static KeyedClient client;

  @BeforeAll
  static void start() {
    keys = TestKeys.at(directory.resolve("keys"));
    for (Role role : Role.values()) {
      KEYS.put(role, keys.add(role.text(), role));
    }
    service =
        TestService.startAnother(
            Map.of("access.keysFile", keys.path(), "limits.failedSignIns", "1000"));
    client = new KeyedClient(service.getLocalPort());
  }

  private static String key(Role role) {
    return requireNonNull(KEYS.get(role)).text();
  }

  @AfterAll
  static void stop() {
    service.after();
  }

  static Stream<String> operations() {
    // a path of the embedded node alone
    return API.operations().stream().filter(each -> !each.equals("POST /demo/faults"));
  }

  /** Returns the role that an operation needs; null when everybody may do it. */
  private static @Nullable Role documented(String operation) {
    JsonNode security = API.operation(operation).path("security");
    assertThat(security.isArray()).as("security of %s", operation).isTrue();
    return security.isEmpty()
        ? null
        : Role.valueOf(security.at("/0/apiKey/0").asText().toUpperCase(Locale.ROOT));
  }

  @ParameterizedTest
  @MethodSource("operations")
  void eachOperationIsForTheRolesThatTheDocumentNames(String operation) {
    Role needed = documented(operation);

    for (Role role : Role.values()) {
      HttpResponse<String> answer = send(operation, key(role));
      if (needed == null || role.includes(needed)) {
        assertThat(answer.statusCode()).as("%s by a %s", operation, role).isNotIn(401, 403);
      } else {
        TestService.assertProblem(answer, 403, "urn:cinedex:problem:wrong-role");
        assertThat(answer.body()).contains("needs the role " + needed.text());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("operations")
  void whoHasNoKeyOrAForgedOneIsRefusedInTheSameWay(String operation) {
    ApiKey unknown = ApiKey.random(new SecureRandom());
    String secret = key(Role.OPERATOR);
    List<HttpResponse<String>> answers = new ArrayList<>();
    for (String key : new String[] {null, "", unknown.text(), secret + "0", "x".repeat(5_000)}) {
      answers.add(send(operation, key));
    }

    if (documented(operation) == null) {
      assertThat(answers).allMatch(answer -> answer.statusCode() == 200);
    } else {
      answers.forEach(answer -> KeyedClient.assertRefusedLike(answers.get(0), answer));
    }
  }

  @Test
  void theFaultsOfTheDemoAreForNobodyWithoutAKey() {
    assertThat(send("POST /demo/faults", null).statusCode()).isIn(401, 404);
    assertThat(send("POST /demo/faults", "forged").statusCode()).isIn(401, 404);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/nowhere",
        "/movies/..%2f..%2fdocs/../movies/x",
        "/docs/..%2fmovies",
        "//",
        "/ui"
      })
  void aPathThatDoesNotExistTellsStrangersNothing(String path) {
    assertThat(client.get(path, null).statusCode()).isIn(400, 401, 404);
    assertThat(client.get("/docs/..%2flookups", null).body()).doesNotContain("movies_by_actor");
  }

  @ParameterizedTest
  @CsvSource({
    "DELETE, /lookups%2fmovies_by_actor",
    "DELETE, /docs/..%2flookups/movies_by_actor",
    "DELETE, /lookups/./movies_by_actor",
    "DELETE, /lookups//movies_by_actor",
    "DELETE, /lookups/movies_by_actor;x=1",
    "PATCH,  /lookups/movies_by_actor/",
    "DELETE, /LOOKUPS/movies_by_actor"
  })
  void noWayToWriteAPathGoesAroundTheRole(String method, String path) {
    HttpResponse<String> answer =
        client.send(method, path, key(Role.READER), "{\"state\":\"retired\"}");

    assertThat(answer.statusCode()).as(answer.body()).isIn(400, 403, 404, 405);
    assertThat(client.get("/lookups/movies_by_actor", key(Role.READER)).body())
        .contains("\"state\":\"ready\"");
  }

  @Test
  void anEncodedSlashInAKeyIsForTheRoleOfTheList() {
    assertThat(client.get("/genres/a%2Fb/movies", null).statusCode()).isEqualTo(401);
    assertThat(client.get("/genres/a%2Fb/movies", key(Role.READER)).statusCode()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"POST /movies", "PUT /movies/{id}", "PATCH /movies/{id}", "DELETE /movies/{id}"})
  void aReaderMayAskWhatAWriteWouldDo(String operation) {
    assertThat(send(operation, key(Role.READER)).statusCode()).isEqualTo(403);
    assertThat(send(operation + "?dryRun=true", key(Role.READER)).statusCode()).isNotIn(401, 403);
    assertThat(send(operation + "?dryRun=true", null).statusCode()).isEqualTo(401);
  }

  @Test
  void aReaderSeesWhatAWriteWouldDoAndCannotDoIt() {
    String reader = key(Role.READER);
    String movie = API.example("POST /movies").toString();

    assertThat(client.send("POST", "/movies?dryRun=true", reader, movie).statusCode())
        .isEqualTo(200);
    assertThat(client.send("POST", "/movies?dryRun=false", reader, movie).statusCode())
        .isEqualTo(403);
    assertThat(client.send("POST", "/movies?dryRun=false&dryRun=true", reader, movie).statusCode())
        .isIn(400, 403);
    assertThat(client.send("POST", "/movies?dryRun=true&dryRun=false", reader, movie).statusCode())
        .isEqualTo(400);
  }

  @Test
  void searchingEveryTableIsForOperators() {
    String search = "/movies/" + UUID.randomUUID() + "/rows?search=tables";

    assertThat(client.get(search, key(Role.WRITER)).statusCode()).isEqualTo(403);
    assertThat(client.get(search, key(Role.OPERATOR)).statusCode()).isEqualTo(200);
    String repair = search + "&dryRun=true";
    assertThat(client.send("POST", repair, key(Role.READER), "").statusCode()).isEqualTo(403);
    assertThat(client.send("POST", repair, key(Role.OPERATOR), "").statusCode()).isEqualTo(200);
  }

  @Test
  void theHealthOfTheServiceNeedsNoKey() {
    assertThat(client.get("/health-check?type=alive", null).statusCode()).isEqualTo(200);
  }

  @Test
  void aServiceThatOthersCouldReachDoesNotStartWithoutKeys() {
    Map<String, String> everywhere =
        Map.of("server.applicationConnectors[0].bindHost", "0.0.0.0", "access.keysFile", "");

    assertThatThrownBy(() -> TestService.startAnother(everywhere))
        .rootCause()
        .isInstanceOf(StartupException.class)
        .hasMessageContaining("would listen beyond loopback")
        .hasMessageContaining("SECURITY=open");
  }

  /** Sends an operation with values that change nothing. */
  private static HttpResponse<String> send(String operation, @Nullable String key) {
    String[] methodAndPath = operation.split(" ", 2);
    String path =
        methodAndPath[1].replace("{id}", UUID.randomUUID().toString()).replaceAll("[{}]", "");
    return client.send(methodAndPath[0], path, key, "{");
  }
}
