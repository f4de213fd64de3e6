package dev.cinedex.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import dev.cinedex.testing.ThoroughTest;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The rows of a table are found by its keys, and lead on to others. */
@BrowserTest
class BrowseIT {
  @Test
  void aTableAndAKeyAreChosen(Window window) {
    window.open("/browse");

    window.choose("Table", "movies_by_genre");
    assertThat(window.heading("Browse movies_by_genre")).isVisible();
    window.fill("genre", "War");
    window.button("Show").click();

    assertThat(window.heading("War in movies_by_genre")).isVisible();
    List<String> titles = Api.titles("/genres/War/movies");
    assertThat(window.column("Rows of movies_by_genre", "Title", titles.size())).isEqualTo(titles);
    assertThat(window.column("Rows of movies_by_genre", "State", titles.size()))
        .containsOnly("✓ ok");
  }

  @ThoroughTest
  void aKeyMayBeginAnywhereAndRunBackwards(Window window) {
    window.open("/browse/movies_by_actor?actor=Robert%20Duvall");
    window.fill("title begins", "The G");
    window.button("Show").click();

    List<String> begun = Api.titles("/actors/Robert%20Duvall/movies?prefix=The%20G");
    assertThat(window.column("Rows of movies_by_actor", "Title", begun.size()))
        .isEqualTo(begun)
        .isNotEmpty();
    window.choose("Order", "reversed");
    window.fill("title begins", "");
    window.button("Show").click();
    List<String> reversed = Api.titles("/actors/Robert%20Duvall/movies?order=desc");
    assertThat(window.column("Rows of movies_by_actor", "Title", reversed.size()))
        .isEqualTo(reversed);
    window.fill("title begins", "Zz");
    window.button("Show").click();
    window.link("All its rows").click();
    assertThat(window.rows("Rows of movies_by_actor")).hasCount(reversed.size());
  }

  @ThoroughTest
  void aListSaysHowItIsRead(Window window) {
    window.open("/browse/movies_by_actor?actor=Robert%20Duvall");
    int rows = Api.titles("/actors/Robert%20Duvall/movies").size();
    assertThat(window.page().getByText(rows + " rows · read compared")).isVisible();

    for (String mode : List.of("indexed", "verified")) {
      window.choose("Read", mode);
      window.button("Show").click();
      assertThat(window.page().getByText(rows + " rows · read " + mode)).isVisible();
      assertThat(window.page().getByText(Pattern.compile("^%s: .+".formatted(mode)))).isVisible();
      assertThat(window.column("Rows of movies_by_actor", "State", rows)).containsOnly("");
    }
  }

  @Test
  void aLongKeyIsReadPageByPage(Window window) {
    List<String> all = Api.titles("/genres/Drama/movies?limit=200");
    window.open("/browse/movies_by_genre?genre=Drama");
    List<String> first = window.column("Rows of movies_by_genre", "Title", 40);
    assertThat(window.link("Page before")).hasCount(0);

    List<String> read = new ArrayList<>(first);
    while (read.size() < all.size()) {
      window.link("Next page").click();
      int rest = Math.min(40, all.size() - read.size());
      assertThat(window.link(all.get(read.size()))).isVisible();
      read.addAll(window.column("Rows of movies_by_genre", "Title", rest));
    }

    assertThat(read).isEqualTo(all);
    assertThat(window.link("Next page")).hasCount(0);
    window.link("Page before").click();
    assertThat(window.link(first.get(0))).isVisible();
    assertThat(window.column("Rows of movies_by_genre", "Title", 40)).isEqualTo(first);
    window.link("Next page").click();
    assertThat(window.link(all.get(40))).isVisible();
    window.link("First page").click();
    assertThat(window.link(first.get(0))).isVisible();
  }

  @ThoroughTest
  void theKeysOfATableAreListedInTokenOrder(Window window) {
    window.open("/browse/movies_by_actor");
    JsonNode first = Api.get("/lookups/movies_by_actor/keys?limit=100");
    JsonNode second =
        Api.get(
            "/lookups/movies_by_actor/keys?limit=100&cursor=" + first.get("nextCursor").asText());

    assertThat(Window.lines(window.items("Keys"), 100))
        .isEqualTo(Api.texts(first.get("items"), "actor"));
    window.link("Next keys").click();
    Locator next =
        window
            .items("Keys")
            .filter(
                new Locator.FilterOptions()
                    .setHasText(Api.texts(second.get("items"), "actor").get(0)));
    assertThat(next.first()).isVisible();
    assertThat(Window.lines(window.items("Keys"), 100))
        .isEqualTo(Api.texts(second.get("items"), "actor"));
    next.first().getByRole(AriaRole.LINK).click();
    assertThat(
            window.heading(Api.texts(second.get("items"), "actor").get(0) + " in movies_by_actor"))
        .isVisible();
  }

  @ThoroughTest
  void theLargestPartitionsLeadToTheirRows(Window window) {
    window.open("/browse/movies_by_genre");

    Locator largest = window.rows("The largest partitions").first();
    assertThat(largest).containsText(Pattern.compile("Drama, bucket \\d"));
    largest.getByRole(AriaRole.LINK).click();

    assertThat(window.heading("Drama in movies_by_genre")).isVisible();
    assertThat(window.rows("Rows of movies_by_genre")).hasCount(40);
  }

  @ThoroughTest
  void aKeyThatNobodyHasIsSaidToBeMissing(Window window) {
    window.open("/browse/movies_by_actor?actor=Fredd");

    assertThat(window.page().getByText("No row has the key “Fredd” in movies_by_actor."))
        .isVisible();
    window.link("Some keys that it has").click();
    assertThat(window.items("Keys").first()).isVisible();
  }
}
