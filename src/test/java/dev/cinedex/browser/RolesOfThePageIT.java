package dev.cinedex.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.options.AriaRole;
import dev.cinedex.access.ApiKey;
import dev.cinedex.access.Role;
import dev.cinedex.testing.TestKeys;
import dev.cinedex.testing.ThoroughTest;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page signs in with an API key, and what its role may not do is disabled and says why. */
@BrowserTest
class RolesOfThePageIT {
  private static final Map<Role, String> KEYS = new EnumMap<>(Role.class);

  @TempDir private static Path directory;
  private static OwnService service;

  @BeforeAll
  static void start() {
    TestKeys keys = TestKeys.at(directory.resolve("keys"));
    for (Role role : Role.values()) {
      KEYS.put(role, keys.add("the " + role.text(), role).text());
    }
    service = OwnService.withKeys(keys.file().path());
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @ThoroughTest
  void aKeyStaysInItsTabAndInOneHeader(Window window) {
    List<Request> requests = new ArrayList<>();
    window.page().onRequest(requests::add);
    window.of(service).open("/overview");
    assertThat(window.heading("Sign in")).isVisible();
    assertThat(window.region("Lookup tables")).isHidden();
    Accessible.assertAccessible(window, "sign-in");

    window.fill("API key", ApiKey.random(new SecureRandom()).text());
    window.button("Sign in").click();
    assertThat(window.text("The key of this tab is not valid.")).isVisible();
    signIn(window, Role.READER);

    assertThat(window.region("Lookup tables")).isVisible();
    assertThat(window.heading("Overview")).isFocused();
    assertThat(window.page().getByText("the reader: reader")).isVisible();
    String key = key(Role.READER);
    assertThat(stored(window, "sessionStorage")).contains(key);
    assertThat(stored(window, "localStorage")).doesNotContain(key);
    assertThat(window.page().context().cookies()).isEmpty();
    assertThat(window.page().content()).doesNotContain(key);
    assertThat(requests.get(requests.size() - 1).headerValue("authorization"))
        .isEqualTo("Bearer " + key);
    assertThat(requests)
        .allMatch(request -> request.url().startsWith(service.url() + "/"))
        .noneMatch(request -> request.url().contains(key));
  }

  /** An open tab must not use up the wrong keys that its address may send. */
  @ThoroughTest
  void aPageWithAWrongKeyAsksSeldom(Window window) {
    window.of(service).open("/overview");
    window.fill("API key", ApiKey.random(new SecureRandom()).text());
    window.button("Sign in").click();
    assertThat(window.text("The key of this tab is not valid.")).isVisible();
    List<Request> requests = new ArrayList<>();
    window.page().onRequest(requests::add);

    window.page().waitForTimeout(5_000);

    assertThat(requests).isEmpty();
    signIn(window, Role.READER);
    assertThat(window.region("Lookup tables")).isVisible();
  }

  /** An address that has sent too many wrong keys is told so by status 429. */
  @ThoroughTest
  void thePageAsksForAKeyAlsoWhenTheAddressHasSentTooManyWrongOnes(Window window) {
    window.of(service).open("/overview");
    for (int i = 0; i < 12; i++) {
      window.fill("API key", ApiKey.random(new SecureRandom()).text());
      window.button("Sign in").click();
      assertThat(window.field("API key")).hasValue("");
      assertThat(window.text("The key of this tab is not valid.")).isVisible();
    }

    signIn(window, Role.READER);

    assertThat(window.region("Lookup tables")).isVisible();
  }

  @ThoroughTest
  void signingOutForgetsTheKeyAndWhatWasReadWithIt(Window window) {
    String id = Api.create("The Score", List.of("Crime"), List.of());
    signIn(window.of(service).open("/movies/" + id), Role.WRITER);
    window.fill("Year", "2001");

    window.button("Sign out").click();

    assertThat(window.heading("Sign in")).isVisible();
    assertThat(window.field("Title")).isHidden();
    assertThat(stored(window, "sessionStorage")).doesNotContain(key(Role.WRITER));
    signIn(window, Role.READER);
    assertThat(window.field("Year")).hasValue("1995");
  }

  @Test
  void aReaderSeesAndPreviewsButMayNotSave(Window window) {
    String id = stale("Hoffa", "Danny DeVito");
    signIn(window.of(service).open("/movies/" + id), Role.READER);

    window.fill("Year", "1992");

    assertThat(window.items("Rows that would change")).hasCount(2);
    assertNeeds("writer", window.button("Save"), window.button("Delete …"));
    assertThat(window.page().getByText("This needs the role writer.").first()).isVisible();
    assertNeeds("operator", window.button("Repair …"));
    assertThat(window.page().getByText("This needs the role operator.").first()).isVisible();
    assertThat(window.button("Find orphans in all tables")).isDisabled();
    Accessible.assertAccessible(window, "movie-reader");
    List<String> sent = new ArrayList<>();
    window.page().onRequest(request -> sent.add(request.method()));
    window.press("Control+Enter");
    window.open("/browse/movies_by_actor?actor=Danny%20DeVito");
    assertNeeds("operator", repairIn(window));
    assertThat(sent).contains("GET").doesNotContain("PATCH");
    assertThat(Api.get("/movies/" + id).get("releaseYear").asInt()).isEqualTo(1995);
    Api.post("/movies/" + id + "/rows", "");
  }

  @ThoroughTest
  void aWriterSavesButMayDoNoJobs(Window window) {
    String id = stale("Backdraft", "Kurt Russell");
    signIn(window.of(service).open("/movies/" + id), Role.WRITER);

    window.fill("Year", "1991");
    assertThat(window.items("Rows that would change")).hasCount(2);
    window.button("Save").click();

    assertThat(window.text("Saved.").first()).isVisible();
    assertThat(Api.get("/movies/" + id).get("releaseYear").asInt()).isEqualTo(1991);
    assertThat(window.button("Delete …")).isEnabled();
    window.open("/tables/movies_by_actor");
    assertNeeds("operator", window.button("Start"));
    assertThat(window.button("Retire …")).isDisabled();
    assertThat(window.button("Drop …")).isDisabled();
    window.open("/overview");
    assertThat(window.button("Break a row")).isDisabled();
    for (String refused : List.of("/jobs", "/tables/movies_by_actor?tab=partitions")) {
      window.open(refused);
      assertThat(window.page().getByText("and this needs the role operator")).isVisible();
      assertThat(window.page().getByText("Reading")).isHidden();
    }
  }

  @ThoroughTest
  void anOperatorDoesAll(Window window) {
    String id = stale("Ransom", "Rene Russo");
    signIn(window.of(service).open("/movies/" + id), Role.OPERATOR);

    window.button("Repair …").click();
    window.button("Repair these rows").click();

    assertThat(window.text("Repaired: 1 row.")).isVisible();
    assertThat(window.button("Find orphans in all tables")).isEnabled();
    window.open("/overview");
    assertThat(window.button("Break a row")).isEnabled();
    window.open("/tables/movies_by_actor");
    assertThat(window.button("Retire …")).isEnabled();
    window.fill("Only actor", "Rene Russo");
    window.button("Start").click();
    assertThat(window.heading("verify movies_by_actor")).isVisible();
    window.open("/jobs");
    assertThat(window.link("verify").first()).isVisible();
  }

  @ThoroughTest
  void onlyAnOperatorPlantsFaults() throws Exception {
    for (Role role : Role.values()) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(service.url() + "/demo/faults"))
              .header("Authorization", "Bearer " + key(role))
              .header("Content-Type", "application/json")
              .POST(BodyPublishers.ofString("{\"table\":\"nowhere\",\"kind\":\"stale\"}"))
              .build();

      int status = HttpClient.newHttpClient().send(request, BodyHandlers.discarding()).statusCode();

      assertThat(status).as(role.text()).isEqualTo(role == Role.OPERATOR ? 404 : 403);
    }
  }

  private static void signIn(Window window, Role role) {
    window.fill("API key", " " + key(role) + " ");
    window.button("Sign in").click();
    assertThat(window.heading("Sign in")).isHidden();
  }

  private static String key(Role role) {
    return requireNonNull(KEYS.get(role));
  }

  private static String stored(Window window, String storage) {
    return (String) window.page().evaluate("JSON.stringify(" + storage + ")");
  }

  /** Creates a movie with an actor whose row somebody else has changed since. */
  private static String stale(String title, String actor) {
    String id = Api.create(title, List.of("Crime"), List.of(actor));
    StoredRows.makeStale(id, title, actor);
    return id;
  }

  private static Locator repairIn(Window window) {
    return window.region("Rows of movies_by_actor").getByRole(AriaRole.BUTTON);
  }

  private static void assertNeeds(String role, Locator... controls) {
    for (Locator control : controls) {
      assertThat(control).isDisabled();
      assertThat(control).hasAccessibleDescription("This needs the role " + role + ".");
    }
  }
}
