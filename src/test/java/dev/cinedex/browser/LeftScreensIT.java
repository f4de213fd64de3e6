package dev.cinedex.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Route;
import dev.cinedex.testing.ThoroughTest;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** What is under way when somebody leaves a screen is neither lost nor in the way later. */
@BrowserTest
class LeftScreensIT {
  @ThoroughTest
  void thePreviewOfADraftIsMadeWhenItsMovieIsOpenedAgain(Window window) {
    String id = Api.create("Spartan", List.of("Thriller"), List.of("Val Kilmer"));
    window.open("/movies/" + id);
    window.fill("Year", "2004");
    window.link("Tables").click();
    assertThat(window.heading("Tables")).isFocused();

    window.page().goBack();

    assertThat(window.field("Year")).hasValue("2004");
    assertThat(window.items("Rows that would change")).hasCount(2);
  }

  @ThoroughTest
  void thePreviewOfADeclarationIsMadeWhenItsScreenIsOpenedAgain(Window window) {
    window.open("/declare");
    window.field("Partition").selectOption("director");
    window.link("Tables").click();
    assertThat(window.heading("Tables")).isFocused();

    window.page().goBack();

    assertThat(window.region("Some of its rows")).isVisible();
    assertThat(window.button("Build it")).isEnabled();
    window.button("Clear").click();
  }

  @ThoroughTest
  void aMovieThatIsCreatedMeanwhileIsNoDraft(Window window) {
    List<Route> held = new ArrayList<>();
    window.page().route(Pattern.compile("/movies$"), held::add);
    window.open("/movies/new");
    window.fill("Title", "Redbelt");
    window.fill("Year", "2008");
    window.add("Genres", "Drama");
    window.button("Save").click();
    window.page().waitForCondition(() -> !held.isEmpty());
    window.link("Tables").click();
    assertThat(window.heading("Tables")).isFocused();
    held.get(0).resume();
    assertThat(window.page().locator("[aria-live]")).hasText("Saved.");

    window.open("/movies/new");

    assertThat(window.field("Title")).hasValue("");
  }

  @ThoroughTest
  void theRowsOfAMovieThatWasLeftAreNotReadAgain(Window window) {
    String id = Api.create("Heist", List.of("Crime"), List.of());
    List<String> asked = new ArrayList<>();
    Refusals.refuse(window, "GET", id + "/rows", "overloaded", 100);
    window.open("/movies/" + id);
    window.page().onRequest(request -> asked.add(request.url()));
    window.page().waitForRequest(Pattern.compile("/rows$"), () -> {});

    window.link("Tables").click();
    assertThat(window.heading("Tables")).isFocused();
    asked.clear();
    window.page().waitForTimeout(2_500);

    assertThat(asked.stream().filter(url -> url.endsWith("/rows"))).isEmpty();
  }
}
