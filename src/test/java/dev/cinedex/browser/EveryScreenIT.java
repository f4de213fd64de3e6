package dev.cinedex.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page.EmulateMediaOptions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ForcedColors;
import com.microsoft.playwright.options.ReducedMotion;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every screen is accessible and fits, in light and dark, on a desk and on phones. The states that
 * another test brings about are looked at there.
 */
@BrowserTest
class EveryScreenIT {
  private static final String ACTOR = "Ashley Judd";

  private static String movie = "";
  private static String finished = "";
  private static String paused = "";

  @BeforeAll
  static void plantFaults() {
    movie = Api.create("Heat of the night", List.of("Crime", "Drama"), List.of(ACTOR));
    StoredRows.makeStale(movie, "Heat of the night", ACTOR);
    BrowserService.session()
        .execute(
            "INSERT INTO %s.movies_by_actor (actor, title, movie_id, release_year, version) VALUES (?, 'Heat of a night', ?, 1995, 1)"
                .formatted(BrowserService.keyspace()),
            ACTOR,
            UUID.fromString(movie));
    finished = Lookups.begin("movies_by_actor", Map.of("kind", "verify"));
    Awaitility.await().until(() -> state(finished).equals("done"));
    paused = Lookups.begin("movies_by_actor", Map.of("kind", "verify", "rowsPerSecond", 1));
    Api.patch("/jobs/" + paused, Map.of("state", "paused"));
    Awaitility.await().until(() -> state(paused).equals("paused"));
  }

  @AfterAll
  static void repairThem() {
    Api.patch("/jobs/" + paused, Map.of("state", "cancelled"));
    Api.post("/movies/" + movie + "/rows?search=tables", "");
    Api.delete("/movies/" + movie);
  }

  static Stream<Arguments> screens() {
    return Stream.of(
        screen("overview", "/overview", window -> window.button("As a table").click()),
        screen(
            "browse-rows",
            "/browse/movies_by_actor?actor=Ashley+Judd&read=compared",
            window -> assertThat(rows(window, "Rows of movies_by_actor")).hasCount(3)),
        screen("movie", "/movies/%s", region("Its rows")),
        screen("job-done", "/jobs/finished", region("Rows that are wrong")),
        screen("declare", "/declare", EveryScreenIT::declare));
  }

  static Stream<Arguments> otherScreens() {
    return Stream.of(
        screen("browse-keys", "/browse/movies_by_actor", region("The largest partitions")),
        screen("browse-nobody", "/browse/movies_by_actor?actor=Nobody", text("No row has the key")),
        screen("browse-no-table", "/browse/no_such_table", text("does not exist")),
        screen("go-choices", "/tables", EveryScreenIT::chooseOfTwo),
        screen("movie-new", "/movies/new", region("What saving would write")),
        screen(
            "movie-gone",
            "/movies/00000000-0000-4000-8000-000000000000",
            text("deleted, or it never existed")),
        screen("tables", "/tables", region("Lookup tables")),
        screen(
            "table-retire", "/tables/movies_by_actor", window -> window.button("Retire …").click()),
        screen(
            "table-partitions",
            "/tables/movies_by_actor?tab=partitions",
            region("The largest partitions")),
        screen("table-jobs", "/tables/movies_by_actor?tab=jobs", region("Jobs on this table")),
        screen("jobs", "/jobs", region("Jobs")),
        screen("jobs-none", "/jobs?state=failed", text("No job matches")),
        screen(
            "job-paused",
            "/jobs/paused",
            window -> assertThat(window.button("Resume")).isEnabled()),
        screen("declare-empty", "/declare", text("Choose a partition")),
        screen(
            "declare-wrong",
            "/declare",
            window -> window.fill("Or paste YAML", "x:\n  partition: [genre\n")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("screens")
  void isAccessibleAndFits(String name, String route, Consumer<Window> prepare, Window window) {
    open(route, prepare, window);

    Accessible.assertAccessible(window, name);
  }

  @ParameterizedTest(name = "{0}")
  @Tag("thorough")
  @MethodSource("otherScreens")
  void isAccessibleAndFitsToo(String name, String route, Consumer<Window> prepare, Window window) {
    open(route, prepare, window);

    Accessible.assertAccessible(window, name);
  }

  private static void open(String route, Consumer<Window> prepare, Window window) {
    window.open(
        route
            .replace("%s", movie)
            .replace("/finished", "/" + finished)
            .replace("/paused", "/" + paused));
    prepare.accept(window);
  }

  @Test
  void nothingMovesWhereMotionIsReduced(Window window) {
    window.page().emulateMedia(new EmulateMediaOptions().setReducedMotion(ReducedMotion.REDUCE));
    window.open("/overview");
    assertThat(window.region("Lookup tables")).isVisible();

    Object moving =
        window
            .page()
            .evaluate(
                """
                () => [...document.querySelectorAll("*")].filter(each => {
                  const style = getComputedStyle(each);
                  return style.animationName !== "none" || style.transitionDuration.split(", ").some(time => parseFloat(time) > 0.01)
                    || style.scrollBehavior === "smooth";
                }).map(each => each.outerHTML.slice(0, 80))
                """);

    assertThat((List<?>) moving).isEmpty();
  }

  @Test
  void whatIsShownByColourIsAlsoShownWhereColoursAreForced(Window window) {
    window.page().emulateMedia(new EmulateMediaOptions().setForcedColors(ForcedColors.ACTIVE));
    window.open("/browse/movies_by_actor?actor=Ashley+Judd&read=compared");
    Locator rows = rows(window, "Rows of movies_by_actor");
    assertThat(rows).hasCount(3);

    assertThat(rows.nth(1)).hasText(Pattern.compile("✕ orphaned.*|≠ stale.*"));
    assertThat(line(rows.nth(1))).isNotEqualTo(line(rows.nth(2)));
    window.screenshot("browse-forced-colors");
    window.open("/jobs/" + finished);
    assertThat(window.page().locator(".strip i.done").first()).isVisible();
    assertThat(ground(window, ".strip i.done")).isNotEqualTo(ground(window, "body"));
    Accessible.assertAccessible(window, "job-forced-colors");
  }

  private static String line(Locator row) {
    return (String)
        row.evaluate("each => getComputedStyle(each.firstElementChild).borderLeftStyle");
  }

  private static String ground(Window window, String selector) {
    return (String)
        window
            .page()
            .locator(selector)
            .first()
            .evaluate("each => getComputedStyle(each).backgroundColor");
  }

  private static Arguments screen(String name, String route, Consumer<Window> prepare) {
    return arguments(name, route, prepare);
  }

  private static Consumer<Window> region(String name) {
    return window -> assertThat(window.region(name)).isVisible();
  }

  private static Consumer<Window> text(String text) {
    return window -> assertThat(window.page().getByText(text).first()).isVisible();
  }

  private static Locator rows(Window window, String name) {
    return window.region(name).getByRole(AriaRole.ROW);
  }

  private static void chooseOfTwo(Window window) {
    window.fill("Go to a movie's id, or to the key of a table", "Nobody");
    window.press("Enter");
    assertThat(window.page().getByText("No ready table has the key")).isVisible();
  }

  private static void declare(Window window) {
    window.field("Partition").selectOption("director");
    assertThat(window.region("Some of its rows")).isVisible();
  }

  private static String state(String job) {
    return Api.get("/jobs/" + job).get("state").asText();
  }
}
