package dev.cinedex.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.cinedex.browser.Hostile.assertHarmless;
import static dev.cinedex.browser.Hostile.exactly;
import static dev.cinedex.browser.Hostile.name;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Hostile values are text in the panels that ask before something is written, too. */
@BrowserTest
@Tag("thorough")
class HostilePanelsIT {
  @ParameterizedTest
  @FieldSource("dev.cinedex.browser.Hostile#VALUES")
  void aValueIsTextOnBothSidesOfAConflict(String value, Window window) {
    String name = name(value);
    String id = Api.create("Conflict", List.of("Drama"), List.of("Somebody"));
    window.open("/movies/" + id);
    assertThat(window.items("Rows of this movie")).hasCount(2);
    Api.patch("/movies/" + id, Map.of("title", value, "actors", List.of("Somebody", name)));
    window.fill("Title", value.substring(1) + "!");
    window.add("Genres", name);
    window.add("Actors", "Mine");

    window.button("Compare both").click();

    Locator conflict = window.region("Somebody else saved this movie meanwhile");
    assertThat(exactly(conflict, value).first()).isVisible();
    assertThat(exactly(conflict, value.substring(1) + "!")).isVisible();
    assertThat(exactly(conflict, name).first()).isVisible();
    assertHarmless(window);
    conflict.getByLabel("take mine").first().check();
    window.button("Save").click();
    assertThat(window.text("Saved.").first()).isVisible();
    assertThat(exactly(window.page().locator("h1"), value.substring(1) + "!")).isVisible();
    assertHarmless(window);
    Api.delete("/movies/" + id);
  }

  @ParameterizedTest
  @FieldSource("dev.cinedex.browser.Hostile#VALUES")
  void aValueIsTextInWhatDeletingWouldDelete(String value, Window window) {
    String name = name(value);
    String id = Api.create(value, List.of(name), List.of(name));
    window.open("/movies/" + id);

    window.button("Delete …").click();

    Locator deletion = window.named(AriaRole.FORM, "What deleting would delete");
    assertThat(window.items("Rows that would change")).hasCount(2);
    assertThat(exactly(deletion, name).first()).isVisible();
    assertHarmless(window);
    window.fill("Type the title to delete the movie", value);
    window.button("Delete it").click();
    assertThat(window.text("Deleted. Its rows are deleted with it.")).isVisible();
    assertHarmless(window);
  }

  @ParameterizedTest
  @FieldSource("dev.cinedex.browser.Hostile#VALUES")
  void aValueIsTextInWhatRepairingWouldWrite(String value, Window window) {
    String name = name(value);
    String id = Api.create(value, List.of("Drama"), List.of(name));
    StoredRows.makeStale(id, value, name);
    window.open(
        "/browse/movies_by_actor?read=compared&actor="
            + URLEncoder.encode(name, StandardCharsets.UTF_8));

    window.rows("Rows of movies_by_actor").getByText("Repair …").click();

    Locator repair = window.region("What repairing would write");
    assertThat(exactly(repair, name).first()).isVisible();
    assertHarmless(window);
    window.button("Leave them").click();
    window.open("/movies/" + id);
    window.button("Repair …").click();
    assertThat(exactly(repair, name).first()).isVisible();
    assertHarmless(window);
    window.button("Repair these rows").click();
    assertThat(window.text("Repaired: 1 row.")).isVisible();
    assertHarmless(window);
    Api.delete("/movies/" + id);
  }
}
