package dev.cinedex.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.cinedex.browser.Hostile.assertHarmless;
import static dev.cinedex.browser.Hostile.exactly;
import static dev.cinedex.browser.Hostile.name;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.LoadState;
import dev.cinedex.testing.ThoroughTest;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Hostile values are shown as the text that they are, on every screen, also on a small phone. */
@BrowserTest
class HostileValuesIT {
  private static final List<String> VALUES = Hostile.VALUES;

  private static final List<String> MADE_UP =
      List.of(
          "/__proto__",
          "/constructor",
          "/browse/%",
          "/browse/__proto__?actor=x",
          "/tables/movies_by_actor?tab=__proto__",
          "/movies/..%2f..%2flookups",
          "/movies/..",
          "/movies/%3Cimg%20src=x%20onerror=hacked=1%3E",
          "/jobs/%22%3E%3Cscript%3E",
          "/jobs?state=__proto__",
          "/browse/movies_by_actor?actor=%3Cimg%20src=x%3E&read=%3Cb%3E&cursor=__proto__");

  @ParameterizedTest
  @Tag("thorough")
  @FieldSource("VALUES")
  void aValueIsTextInAMovieAndInItsPartitions(String value, Window window) {
    String name = name(value);
    String id = Api.create(value, List.of(name), List.of(name, "Somebody"));
    Api.patch("/movies/" + id, Map.of("actors", List.of(name)));

    window.open("/movies/" + id);

    assertThat(heading(window, value)).isVisible();
    assertThat(window.field("Title")).hasValue(value);
    assertThat(chip(window, "Actors", name)).isVisible();
    assertThat(chip(window, "Genres", name)).isVisible();
    assertThat(window.items("Rows of this movie")).hasCount(2);
    assertThat(window.region("Before the last write")).containsText("Somebody");
    window.fill("Title", value.substring(1) + "!");
    assertThat(window.items("Rows that would change")).hasCount(4);
    assertHarmless(window);

    window.items("Rows of this movie").getByRole(AriaRole.LINK).first().click();
    assertThat(heading(window, name + " in movies_by_actor")).isVisible();
    Locator row = window.region("Rows of movies_by_actor").getByRole(AriaRole.ROW).nth(1);
    assertThat(link(row, value).first()).isVisible();
    assertHarmless(window);
    row.locator("a[href^='#/browse/movies_by_genre']").first().click();
    assertThat(heading(window, name + " in movies_by_genre")).isVisible();
    assertThat(window.page()).hasTitle(Pattern.compile(".* · Cinedex"));
    assertHarmless(window);
  }

  @Test
  void theyAreTextAmongFindingsKeysExamplesAndAnswersOfTheGoBox(Window window) {
    for (String value : VALUES) {
      String id = Api.create(value, List.of(name(value)), List.of(name(value)));
      orphan(id, name(value));
    }

    window.open("/jobs/" + verify());
    for (String value : VALUES) {
      assertThat(window.region("Rows that are wrong").getByText("orphan of " + name(value)).first())
          .isVisible();
    }
    assertHarmless(window);
    window.open("/browse/movies_by_genre");
    for (String value : VALUES) {
      assertThat(link(window.page().locator("main"), name(value)).first()).isVisible();
    }
    assertHarmless(window);
    window.open("/tables/movies_by_actor?tab=partitions");
    assertThat(window.region("The largest partitions")).isVisible();
    assertHarmless(window);
    for (String value : VALUES) {
      window.fill("Go to a movie's id, or to the key of a table", name(value));
      window.press("Enter");
      assertThat(
              link(window.page().getByRole(AriaRole.SEARCH), name(value) + " in movies_by_genre"))
          .isVisible();
      assertHarmless(window);
    }
    window.open("/declare");
    window.field("Partition").selectOption("title");
    assertThat(window.region("Some of its rows")).isVisible();
    assertHarmless(window);
  }

  @ThoroughTest
  void anAddressThatSomebodyMadeUpBreaksNothing(Window window) {
    for (String route : MADE_UP) {
      window.open(route);
      window.page().waitForLoadState(LoadState.NETWORKIDLE);

      assertHarmless(window);
      window.link("Tables").click();
      assertThat(window.heading("Tables")).isVisible();
      assertThat(window.errors()).as(route).isEmpty();
    }
  }

  @AfterEach
  void deleteThem() {
    for (String value : VALUES) {
      String key = URLEncoder.encode(name(value), StandardCharsets.UTF_8);
      JsonNode list = Api.get("/lookups/movies_by_genre/movies?genre=" + key + "&limit=100");
      list.get("items").forEach(movie -> Api.delete("/movies/" + movie.get("id").asText()));
      BrowserService.session()
          .execute(
              "DELETE FROM %s.movies_by_actor WHERE actor = ?".formatted(BrowserService.keyspace()),
              "orphan of " + name(value));
    }
  }

  private static Locator heading(Window window, String text) {
    return exactly(window.page().locator("h1"), text);
  }

  private static Locator chip(Window window, String list, String name) {
    Locator field =
        window.page().locator(".field", new Page.LocatorOptions().setHas(window.field(list)));
    return exactly(field.locator("bdi"), name);
  }

  private static Locator link(Locator within, String text) {
    return exactly(within.getByRole(AriaRole.LINK), text);
  }

  /** Plants a row that belongs to no movie. */
  private static void orphan(String id, String name) {
    BrowserService.session()
        .execute(
            "INSERT INTO %s.movies_by_actor (actor, title, movie_id, release_year) VALUES (?, ?, ?, 1980)"
                .formatted(BrowserService.keyspace()),
            "orphan of " + name,
            name,
            UUID.fromString(id));
  }

  /** Verifies the table of actors, and returns the id of the job when it is done. */
  private static String verify() {
    String job = Lookups.begin("movies_by_actor", Map.of("kind", "verify"));
    Awaitility.await().until(() -> Api.get("/jobs/" + job).get("state").asText().equals("done"));
    return job;
  }
}
