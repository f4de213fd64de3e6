package dev.cinedex.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import dev.cinedex.testing.ThoroughTest;

/** A service that has no movies says how to begin. */
@BrowserTest
class EmptyIT {
  @ThoroughTest
  void theFirstMovieIsMadeFromThePage(Window window) {
    try (OwnService service = OwnService.withoutMovies()) {
      window.of(service).open("/overview");
      assertThat(window.region("No movies yet")).containsText("cinedex.jar import");
      Accessible.assertAccessible(window, "overview-empty");
      window.open("/browse/movies_by_actor");
      assertThat(window.text("This table has no rows yet.")).isVisible();
      window.open("/overview");

      window.link("Create one").click();
      assertThat(window.heading("New movie")).isFocused();
      window.fill("Title", "Scarecrow");
      window.fill("Year", "1973");
      window.add("Genres", "Drama");
      assertThat(window.items("Rows that would change")).hasCount(1);
      window.button("Save").click();

      assertThat(window.heading("Scarecrow")).isVisible();
      window.link("Overview").click();
      assertThat(window.link("New movie")).isVisible();
      assertThat(window.heading("No movies yet")).isHidden();
    }
  }
}
