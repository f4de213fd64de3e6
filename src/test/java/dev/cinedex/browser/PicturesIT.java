package dev.cinedex.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/**
 * The pictures of the README are taken from the running product. They stay in {@code
 * target/browser}, or in the directory that the system property {@code pictures} names.
 */
@BrowserTest
class PicturesIT {
  private static final Path DIRECTORY =
      Path.of(System.getProperty("pictures", Windows.RESULTS.toString()));
  private static final int MAX_BYTES = 150_000;

  @Test
  void aPreviewOfAMovie(Window window) {
    String heat = sample("Heat");
    window.open("/movies/" + heat);

    window.button("Remove Robert De Niro").click();
    window.add("Actors", "Ashley Judd");

    assertThat(window.items("Rows that would change")).not().hasCount(0);
    take(window, "preview");
  }

  @Test
  void aFaultIsFound(Window window) {
    String heat = sample("Heat");
    String table = BrowserService.keyspace() + ".movies_by_actor";
    BrowserService.session()
        .execute(
            "INSERT INTO "
                + table
                + " (actor, title, movie_id, release_year, version) VALUES ('Al Pacino', 'Heat 2',"
                + " ?, 2026, 1)",
            UUID.fromString(heat));
    StoredRows.makeStale(heat, "Heat", "Al Pacino");

    window.open("/browse/movies_by_actor?actor=Al%20Pacino&read=compared");

    assertThat(window.page().getByText("1 orphaned")).isVisible();
    take(window, "fault");
    Api.post("/movies/" + heat + "/rows?search=tables", "");
  }

  private static String sample(String title) {
    for (var movie : Api.get("/actors/Robert%20De%20Niro/movies").get("items")) {
      if (movie.get("title").asText().equals(title)) {
        return movie.get("id").asText();
      }
    }
    throw new AssertionError("The sample movies have no " + title);
  }

  private static void take(Window window, String name) {
    window.page().setViewportSize(1200, 560);
    window.page().getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setLevel(1)).focus();
    Path file = DIRECTORY.resolve(name + ".png");
    window.page().screenshot(new Page.ScreenshotOptions().setPath(file));

    assertThat(file.toFile()).size().isLessThan(MAX_BYTES);
  }
}
