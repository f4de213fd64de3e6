package dev.cinedex.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.Route.FulfillOptions;
import com.microsoft.playwright.options.AriaRole;
import dev.cinedex.testing.ThoroughTest;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Two people change a movie at the same time, or nobody knows what became of a write. */
@BrowserTest
class ConflictIT {
  @Test
  void eachFieldOfTwoWindowsIsDecided(Window mine) {
    String id = Api.create("The Insider", List.of("Drama"), List.of("Al Pacino", "Crowe"));
    Window theirs = mine.another();
    mine.open("/movies/" + id);
    theirs.open("/movies/" + id);

    mine.fill("Title", "Insider");
    mine.add("Actors", "Plummer");
    theirs.fill("Title", "The Insider (1999)");
    theirs.fill("Year", "1999");
    theirs.button("Remove Crowe").click();
    theirs.button("Save").click();
    assertThat(theirs.text("Saved.").first()).isVisible();
    mine.button("Save").click();

    Locator conflict = mine.region("Somebody else saved this movie meanwhile");
    assertThat(mine.heading("Somebody else saved this movie meanwhile")).isFocused();
    Locator title = group(conflict, "Title to be decided");
    assertThat(title)
        .containsText(
            Pattern.compile(
                "when you opened it\\s*The Insider\\s*yours\\s*Insider\\s*theirs\\s*The Insider \\(1999\\)"));
    assertThat(radio(group(conflict, "Year"), "take theirs")).isChecked();
    assertThat(group(conflict, "Actors").getByRole(AriaRole.RADIO).nth(2)).isChecked();
    assertThat(mine.button("Save")).isDisabled();
    Accessible.assertAccessible(mine, "movie-conflict");
    radio(title, "take mine").check();
    mine.button("Save").click();

    assertThat(mine.text("Saved.").first()).isVisible();
    JsonNode saved = Api.get("/movies/" + id);
    assertThat(saved.get("title").asText()).isEqualTo("Insider");
    assertThat(saved.get("releaseYear").asInt()).isEqualTo(1999);
    assertThat(saved.get("actors")).hasToString("[\"Al Pacino\",\"Plummer\"]");
  }

  @ThoroughTest
  void aFieldOfBothMayBeEditedInstead(Window window) {
    String id = Api.create("Blackhat", List.of("Action"), List.of());
    window.open("/movies/" + id);
    Api.patch("/movies/" + id, Map.of("title", "BLACKHAT"));
    window.fill("Title", "Black Hat");
    window.button("Compare both").click();

    Locator conflict = window.region("Somebody else saved this movie meanwhile");
    radio(conflict, "edit it").check();
    assertThat(window.field("Title")).isFocused();
    window.fill("Title", "Blackhat (2015)");
    assertThat(window.items("Rows that would change"))
        .containsText(
            new String[] {
              "+ insert movies_by_genre Action · Blackhat (2015)",
              "− delete movies_by_genre Action · BLACKHAT"
            });
    window.button("Save").click();

    assertThat(window.text("Saved.").first()).isVisible();
    assertThat(Api.get("/movies/" + id).get("title").asText()).isEqualTo("Blackhat (2015)");
  }

  @ThoroughTest
  void aDraftOutlivesTheMovie(Window window) {
    String id = Api.create("Tokyo Vice", List.of("Crime"), List.of());
    window.open("/movies/" + id);
    window.fill("Year", "2022");
    Api.delete("/movies/" + id);

    window.button("Save").click();
    assertThat(window.button("Save it as a new movie")).isVisible();
    Accessible.assertAccessible(window, "movie-gone-with-a-draft");
    window.button("Save it as a new movie").click();

    assertThat(window.heading("New movie")).isVisible();
    assertThat(window.field("Title")).hasValue("Tokyo Vice");
    assertThat(window.field("Year")).hasValue("2022");
  }

  @ThoroughTest
  void aReadThatFailsAfterAConflictKeepsTheForm(Window window) {
    String id = Api.create("Ali", List.of("Drama"), List.of());
    window.open("/movies/" + id);
    Api.patch("/movies/" + id, Map.of("title", "ALI"));
    Refusals.refuse(window, "GET", "/movies/" + id, "overloaded", 1);

    window.fill("Year", "2001");
    window.button("Save").click();

    assertThat(window.page().getByText("cannot be read now")).isVisible();
    assertThat(window.field("Year")).hasValue("2001");
    assertThat(window.button("Save it as a new movie")).hasCount(0);
    window.button("Compare both").click();
    assertThat(window.field("Title")).hasValue("ALI");
    assertThat(window.field("Year")).hasValue("2001");
  }

  @Test
  void aWriteWithoutAnAnswerIsFoundOut(Window window) {
    String id = Api.create("Miami Vice", List.of("Action"), List.of());
    window.open("/movies/" + id);
    answerPatchesAs(window, Route::fetch, "outcome-unknown");

    window.fill("Year", "2006");
    window.button("Save").click();

    assertThat(window.text("This is saved already.")).isVisible();
    assertThat(Api.get("/movies/" + id).get("releaseYear").asInt()).isEqualTo(2006);
  }

  @ThoroughTest
  void aWriteThatMayStillHappenIsLeftToThePerson(Window window) {
    String id = Api.create("The Keep", List.of("Horror"), List.of());
    window.open("/movies/" + id);
    answerPatchesAs(window, route -> {}, "outcome-unknown");

    window.fill("Year", "1983");
    window.button("Save").click();

    assertThat(window.page().getByText("It is not saved so far, but it still may be.")).isVisible();
    Accessible.assertAccessible(window, "movie-outcome-unknown");
    assertThat(window.field("Year")).hasValue("1983");
    assertThat(window.button("Save")).isEnabled();
  }

  /** Answers writes, but no dry runs, by a problem of this type. */
  private static void answerPatchesAs(Window window, Consumer<Route> before, String type) {
    window
        .page()
        .route(
            url -> url.contains("/movies/") && !url.contains("dryRun"),
            route -> {
              if (!route.request().method().equals("PATCH")) {
                route.resume();
                return;
              }
              before.accept(route);
              route.fulfill(
                  new FulfillOptions()
                      .setStatus(503)
                      .setContentType("application/problem+json")
                      .setBody(
                          "{\"type\":\"urn:cinedex:problem:%s\",\"title\":\"It is not known\",\"status\":503,\"detail\":\"Read the movie.\"}"
                              .formatted(type)));
            });
  }

  private static Locator group(Locator conflict, String name) {
    return conflict.getByRole(
        AriaRole.GROUP, new Locator.GetByRoleOptions().setName(name).setExact(true));
  }

  private static Locator radio(Locator group, String name) {
    return group.getByLabel(name, new Locator.GetByLabelOptions().setExact(true));
  }
}
