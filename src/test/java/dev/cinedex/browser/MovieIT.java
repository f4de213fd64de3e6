package dev.cinedex.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import dev.cinedex.testing.ThoroughTest;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A movie is edited: what saving would write is shown before, and is what is then written. */
@BrowserTest
class MovieIT {
  @Test
  void thePreviewComesTrueRowByRow(Window window) {
    String id = Api.create("Heat", List.of("Crime", "Drama"), List.of("Al Pacino", "De Niro"));
    window.open("/movies/" + id);

    window.fill("Year", "1996");
    window.button("Remove De Niro").click();
    window.add("Actors", "Jon Voight");
    window.button("Remove Drama").click();
    window.add("Genres", "Thriller");

    Locator changes = window.items("Rows that would change");
    assertThat(changes).hasCount(6);
    List<String> previewed = Window.lines(changes);
    StoredRows before = StoredRows.of(id);
    Accessible.assertAccessible(window, "movie-preview");
    window.button("Save").click();
    assertThat(window.text("Saved.").first()).isVisible();
    assertThat(previewed).containsExactlyInAnyOrderElementsOf(before.changesTo(StoredRows.of(id)));
    assertThat(window.heading("What saving wrote")).isFocused();
    Locator changed = window.items("Rows that saving changed");
    assertThat(changed.filter(new Locator.FilterOptions().setHasText("✓"))).hasCount(6);
    assertThat(changed.first()).containsText("✓ inserted");
    Accessible.assertAccessible(window, "movie-saved");

    Locator notice = window.page().locator("form.movie [role=status]");
    assertThat(notice).hasText("Saved.");
    window.fill("Actors", "Somebody");
    assertThat(notice).hasText("");
  }

  @ThoroughTest
  void thePreviewOfATitleMovesEveryRow(Window window) {
    String id = Api.create("Collateral", List.of("Crime"), List.of("Tom Cruise"));
    window.open("/movies/" + id);

    window.fill("Title", "Collateral!");

    assertThat(window.items("Rows that would change")).hasCount(4);
    window.button("Undo").click();
    assertThat(window.region("What saving would write")).containsText("Nothing is changed.");
    assertThat(window.field("Title")).hasValue("Collateral");
  }

  @Test
  void changesBetweenTwoFramesAllCount(Window window) {
    String id = Api.create("Blackhat", List.of("Thriller"), List.of("Tang Wei", "Viola Davis"));
    window.open("/movies/" + id);
    assertThat(window.button("Remove Viola Davis")).isVisible();

    window.clickWithinOneFrame(
        "[aria-label='Remove Tang Wei']", "[aria-label='Remove Viola Davis']");

    assertThat(Window.lines(window.items("Rows that would change"), 3))
        .filteredOn(line -> line.startsWith("− delete movies_by_actor"))
        .hasSize(2);
    assertThat(window.button("Remove Tang Wei")).hasCount(0);
  }

  @Test
  void whatIsTypedBetweenTwoFramesIsAddedAndSaved(Window window) {
    String id = Api.create("Public Enemies", List.of("Crime"), List.of("Johnny Depp"));
    window.open("/movies/" + id);
    assertThat(window.button("Remove Johnny Depp")).isVisible();

    window
        .page()
        .evaluate(
            """
            () => {
              const press = (key, ctrlKey) => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key, ctrlKey, bubbles: true}));
              document.getElementById("field-actors").focus();
              for (const name of ["Christian Bale", "Stephen Lang"]) {
                document.execCommand("insertText", false, name);
                press("Enter", false);
              }
              press("Enter", true);
            }
            """);

    assertThat(window.text("Saved.").first()).isVisible();
    assertThat(Api.get("/movies/" + id).get("actors"))
        .map(JsonNode::asText)
        .containsExactly("Johnny Depp", "Christian Bale", "Stephen Lang");
  }

  @ThoroughTest
  void aNewMovieShowsItsRowsBeforeItExists(Window window) {
    window.open("/movies/new");
    window.fill("Title", "Ronin");
    window.fill("Year", "1998");
    window.add("Genres", "Action");
    window.add("Actors", "Jean Reno");

    List<String> previewed = Window.lines(window.items("Rows that would change"), 2);
    window.button("Save").click();

    assertThat(window.heading("Ronin")).isVisible();
    String id = window.page().url().replaceFirst(".*/", "");
    assertThat(previewed)
        .containsExactlyInAnyOrderElementsOf(
            StoredRows.of("00000000-0000-0000-0000-000000000000").changesTo(StoredRows.of(id)));
    assertThat(window.items("Rows of this movie")).hasCount(2);
  }

  @ThoroughTest
  void anErrorStandsAtItsFieldAndTheFirstHasTheFocus(Window window) {
    String id = Api.create("Thief", List.of("Crime"), List.of());
    window.open("/movies/" + id);
    window.fill("Title", " ");
    window.fill("Year", "1800");
    window.add("Directors", "M".repeat(201));

    window.button("Save").click();

    assertThat(window.field("Title")).isFocused();
    assertThat(window.field("Title")).hasAccessibleDescription("must not be blank.");
    assertThat(window.field("Year"))
        .hasAccessibleDescription("must be greater than or equal to 1870.");
    assertThat(window.field("Directors"))
        .hasAccessibleDescription(Pattern.compile("“M+” length must be .*200.*"));
    Accessible.assertAccessible(window, "movie-errors");
    assertThat(Api.get("/movies/" + id).get("title").asText()).isEqualTo("Thief");
  }

  @Test
  void aDeletionShowsItsRowsAndAsksForTheTitle(Window window) {
    String id = Api.create("Manhunter", List.of("Crime"), List.of("Brian Cox"));
    window.open("/movies/" + id);

    window.button("Delete …").click();

    Locator deletion = window.named(AriaRole.FORM, "What deleting would delete");
    assertThat(Window.lines(deletion.getByRole(AriaRole.LISTITEM), 2))
        .containsExactlyInAnyOrder(
            "− delete movies_by_actor Brian Cox · Manhunter",
            "− delete movies_by_genre Crime · Manhunter");
    assertThat(window.button("Delete it")).isDisabled();
    Accessible.assertAccessible(window, "movie-delete");
    window.fill("Type the title to delete the movie", "Manhunter");
    window.button("Delete it").click();
    assertThat(window.page().getByText("Deleted. Its rows are deleted with it.")).isVisible();
    assertThat(StoredRows.of(id).rows()).isEmpty();
  }

  @ThoroughTest
  void theStateBeforeTheLastWriteIsShown(Window window) {
    String id = Api.create("Ali", List.of("Drama"), List.of("Will Smith", "Jamie Foxx"));
    Api.patch("/movies/" + id, Map.of("actors", List.of("Will Smith", "Jon Voight")));

    window.open("/movies/" + id);

    assertThat(window.region("Before the last write"))
        .hasText(Pattern.compile("Will Smith\\s*\\+ Jon Voight\\s*− Jamie Foxx"));
  }

  @ThoroughTest
  void aMovieThatNeverWasIsSaidToBeMissing(Window window) {
    window.open("/movies/00000000-0000-4000-8000-000000000000");

    assertThat(window.page().getByText("This movie was deleted, or it never existed.")).isVisible();
    assertThat(window.button("Find orphans in all tables")).isEnabled();
  }
}
