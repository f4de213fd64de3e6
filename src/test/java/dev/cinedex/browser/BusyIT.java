package dev.cinedex.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cinedex.testing.ThoroughTest;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A service that is too busy is asked again for what is read, and only by hand for what is written.
 */
@BrowserTest
class BusyIT {
  @ParameterizedTest
  @ValueSource(strings = {"overloaded", "rate-limited"})
  void aRefusedReadIsTriedAgain(String type, Window window) {
    Api.create("Sea of Love", List.of("Thriller"), List.of("An " + type));
    Refusals.refuse(window, "GET", "/lookups/movies_by_actor/movies", type, 2);

    window.open("/browse/movies_by_actor?actor=An%20" + type);

    assertThat(window.page().getByText("Too busy: " + type + ". It is tried again.")).isVisible();
    assertThat(window.link("Sea of Love")).isVisible();
  }

  @ThoroughTest
  void aMovieThatCannotBeReadNowIsTriedAgain(Window window) {
    String id = Api.create("Donnie Brasco", List.of("Crime"), List.of());
    Refusals.refuse(window, "GET", "/movies/" + id, "overloaded", 1);

    window.open("/movies/" + id);

    assertThat(window.page().getByText("Too busy: overloaded. It is tried again.")).isVisible();
    assertThat(window.field("Title")).hasValue("Donnie Brasco");
  }

  @ThoroughTest
  void theKeysDoNotWaitUntilThePartitionsAreCounted(Window window) {
    Api.create("Insomnia", List.of("Thriller"), List.of("Hilary Swank"));
    Refusals.refuse(window, "GET", "/lookups/movies_by_actor/partitions", "still-counting", 3);

    window.open("/browse/movies_by_actor");

    assertThat(window.heading("Some keys, in token order")).isVisible();
    assertThat(window.region("The largest partitions")).isHidden();
    assertThat(window.region("The largest partitions")).isVisible();
  }

  @ThoroughTest
  void aPreviewIsTriedAgain(Window window) {
    String id = Api.create("The Recruit", List.of("Thriller"), List.of());
    window.open("/movies/" + id);
    Refusals.refuse(window, "PATCH", "dryRun=true", "overloaded", 1);

    window.fill("Year", "2003");

    assertThat(window.page().getByText("Too busy: overloaded.").first()).isVisible();
    assertThat(window.items("Rows that would change")).hasCount(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"overloaded", "catalog-stale", "rate-limited"})
  void aWriteIsNeverTriedAgainByThePage(String type, Window window) {
    String id = Api.create("Simone", List.of("Comedy"), List.of());
    window.open("/movies/" + id);
    window.fill("Year", "2002");
    assertThat(window.items("Rows that would change")).hasCount(1);
    AtomicInteger sent = Refusals.refuse(window, "PATCH", "/movies/" + id, type, 1);

    window.button("Save").click();

    assertThat(window.page().getByText("Too busy: " + type).first()).isVisible();
    window.page().waitForTimeout(1_300);
    assertThat(sent).hasValue(1);
    assertThat(Api.get("/movies/" + id).get("releaseYear").asInt()).isEqualTo(1995);
    window.button("Save").click();
    assertThat(window.text("Saved.").first()).isVisible();
    assertThat(Api.get("/movies/" + id).get("releaseYear").asInt()).isEqualTo(2002);
  }
}
