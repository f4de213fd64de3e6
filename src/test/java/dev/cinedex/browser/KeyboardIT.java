package dev.cinedex.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import dev.cinedex.testing.ThoroughTest;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Everything can be done without a mouse, and nothing moves the focus but the person. */
@BrowserTest
class KeyboardIT {
  private static final String KEYBOARD = "movies_by_keyboard";

  @AfterAll
  static void drop() {
    Lookups.drop(KEYBOARD);
  }

  @Test
  void theWholeStoryIsToldByTheKeyboardAlone(Window window) {
    String id = Api.create("Righteous Kill", List.of("Crime"), List.of("Carla Gugino"));
    StoredRows.makeStale(id, "Righteous Kill", "Carla Gugino");
    window.open("/overview");
    assertThat(window.heading("Overview")).isFocused();

    window.press("/");
    type(window, "Carla Gugino");
    window.press("Enter");
    assertThat(window.heading("Carla Gugino in movies_by_actor")).isFocused();
    Locator row = window.region("Rows of movies_by_actor").getByRole(AriaRole.ROW).nth(1);
    assertThat(row).containsText("stale");
    window.press("j");
    assertThat(row).isFocused();
    window.press("Enter");
    assertThat(window.heading("Righteous Kill")).isFocused();

    window.press("e");
    assertThat(window.field("Title")).isFocused();
    window.press("Tab");
    window.press("Control+a");
    type(window, "2008");
    assertThat(window.items("Rows that would change").first()).isVisible();
    window.press("Control+Enter");
    assertThat(window.text("Saved.").first()).isVisible();
    assertThat(window.heading("What saving wrote")).isFocused();
    assertThat(Api.get("/movies/" + id).get("releaseYear").asInt()).isEqualTo(2008);

    StoredRows.makeStale(id, "Righteous Kill", "Carla Gugino");
    window.reload();
    assertThat(window.button("Repair …")).isEnabled();
    window.press("r");
    assertThat(window.heading("What repairing would write")).isFocused();
    tabTo(window, window.button("Repair these rows"));
    window.press("Enter");
    assertThat(window.text("Repaired: 1 row.")).isVisible();
    assertThat(window.heading("Its rows")).isFocused();
  }

  @ThoroughTest
  void rRepairsTheRowThatHasTheFocus(Window window) {
    String other = Api.create("A Stranger", List.of("Crime"), List.of("Kate Nobody"));
    String id = Api.create("Zodiac", List.of("Crime"), List.of("Kate Nobody"));
    window.open("/browse/movies_by_actor?actor=Kate%20Nobody");
    assertThat(window.rows("Rows of movies_by_actor")).hasCount(2);
    StoredRows.makeStale(other, "A Stranger", "Kate Nobody");
    StoredRows.makeStale(id, "Zodiac", "Kate Nobody");
    window.reload();
    assertThat(window.page().getByText("2 stale")).isVisible();
    window.press("j");
    window.press("j");
    window.press("r");

    assertThat(window.heading("What repairing would write")).isFocused();
    assertThat(window.items("Rows that would change")).containsText(new String[] {"Zodiac"});
    tabTo(window, window.button("Repair these rows"));
    window.press("Enter");
    assertThat(window.text("Repaired: 1 row.")).isVisible();
  }

  @ThoroughTest
  void aColumnIsChosenByItsNameAndTheTableIsBuiltWithoutTheMouse(Window window) {
    window.open("/declare");
    tabTo(window, window.field("Partition"));

    type(window, "gen");
    window.press("Escape");
    assertThat(window.field("Name")).hasValue("");
    tabTo(window, window.field("Partition"));
    type(window, "release_y");
    assertThat(window.button("Remove release_year from Partition")).hasCount(0);
    window.press("Enter");
    assertThat(window.button("Remove release_year from Partition")).isVisible();

    assertThat(window.field("Name")).hasValue("movies_by_release_year");
    assertThat(window.button("Build it")).isEnabled();
    window.fill("Name", KEYBOARD);
    window.press("Control+Enter");
    assertThat(window.button("Build it")).isEnabled();
    window.press("Control+Enter");
    assertThat(window.heading("build " + KEYBOARD)).isVisible();
    assertThat(window.page().getByText("The table is ready.")).isVisible();
  }

  @ThoroughTest
  void gAndALetterOpenEachScreen(Window window) {
    window.open("/movies/new");

    for (Map.Entry<String, String> screen :
        Map.of(
                "o", "Overview",
                "b", "Browse movies_by_actor",
                "t", "Tables",
                "j", "Jobs",
                "d", "Declare a table")
            .entrySet()) {
      window.press("g");
      window.press(screen.getKey());
      assertThat(window.heading(screen.getValue())).isFocused();
    }
  }

  @ThoroughTest
  void gWaitsForItsLetterOnlyForAMoment(Window window) {
    window.open("/tables");
    assertThat(window.region("Lookup tables")).isVisible();
    window.press("g");
    window.page().waitForTimeout(2_000);

    window.press("j");

    assertThat(window.region("Lookup tables").getByRole(AriaRole.ROW).nth(1)).isFocused();
  }

  @ThoroughTest
  void jAndKMoveThroughRows(Window window) {
    window.open("/tables");
    Locator rows = window.region("Lookup tables").getByRole(AriaRole.ROW);
    assertThat(rows.nth(2)).isVisible();

    window.press("j");
    assertThat(rows.nth(1)).isFocused();
    window.press("j");
    assertThat(rows.nth(2)).isFocused();
    window.press("k");
    assertThat(rows.nth(1)).isFocused();
    window.press("Enter");

    assertThat(window.heading("Table movies_by_actor")).isFocused();
  }

  @ThoroughTest
  void theHelpHasTheFocusUntilItIsClosed(Window window) {
    window.open("/overview");
    Locator help = window.named(AriaRole.DIALOG, "Keys");

    window.press("?");
    assertThat(help).containsText("next and previous row");
    assertThat(window.button("Close")).isFocused();
    Accessible.assertAccessible(window, "help");
    window.press("Escape");
    assertThat(help).isHidden();
    assertThat(window.heading("Overview")).isFocused();
    tabTo(window, window.button("Keys"));
    window.press("Enter");
    assertThat(window.button("Close")).isFocused();
    window.press("Enter");
    assertThat(help).isHidden();
    assertThat(window.button("Keys")).isFocused();
  }

  @ThoroughTest
  void singleLettersCanBeSwitchedOff(Window window) {
    window.open("/overview");
    window.press("?");
    assertThat(window.button("Close")).isFocused();
    window.press("Shift+Tab");
    assertThat(window.field("Use single-letter keys")).isFocused();
    window.press("Space");
    window.press("Escape");

    window.press("g");
    window.press("t");
    window.press("/");
    window.press("?");
    assertThat(window.heading("Overview")).isFocused();
    assertThat(window.named(AriaRole.DIALOG, "Keys")).isHidden();

    window.reload();
    window.press("/");
    assertThat(window.heading("Overview")).isFocused();
    window.press("Control+k");
    assertThat(goBox(window)).isFocused();
  }

  @ThoroughTest
  void lettersInAFieldAreText(Window window) {
    window.open("/movies/new");
    window.press("e");

    type(window, "go? /jk");

    assertThat(window.field("Title")).hasValue("go? /jk");
    assertThat(window.heading("New movie")).isVisible();
  }

  @ThoroughTest
  void pollingMovesNoFocusAndAnnouncesNothing(Window window) {
    window.open("/overview");
    assertThat(window.region("Lookup tables")).isVisible();
    window.press("j");
    Locator row = window.region("Lookup tables").getByRole(AriaRole.ROW).nth(1);
    assertThat(row).isFocused();
    Announced announced = Announced.in(window);

    window.page().waitForResponse(Pattern.compile("/overview$"), () -> {});
    window.page().waitForResponse(Pattern.compile("/overview$"), () -> {});

    assertThat(row).isFocused();
    assertThat(announced.texts()).isEmpty();
  }

  /** Presses Tab until an element has the focus. */
  private static void tabTo(Window window, Locator element) {
    assertThat(element).isEnabled();
    for (int i = 0; i < 60; i++) {
      if ((boolean) element.evaluate("each => each === document.activeElement")) {
        return;
      }
      window.press("Tab");
    }
    assertThat(element).isFocused();
  }

  private static Locator goBox(Window window) {
    return window.field("Go to a movie's id, or to the key of a table");
  }

  private static void type(Window window, String text) {
    window.page().keyboard().type(text);
  }
}
