package dev.cinedex.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.assertions.LocatorAssertions.IsHiddenOptions;
import com.microsoft.playwright.assertions.LocatorAssertions.IsVisibleOptions;
import dev.cinedex.testing.ThoroughTest;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Cassandra or the service is away: the page says so, loses nothing, and goes on when it is back.
 */
@BrowserTest
class OutageIT {
  private static final double SOON_MILLIS = 2_000;
  private static final double LATER_MILLIS = 5_000;
  private static final Pattern LAST_NUMBERS =
      Pattern.compile("The last numbers, of \\d\\d:\\d\\d:\\d\\d UTC\\.");

  private boolean cassandraIsAway;
  private boolean serviceIsAway;

  @AfterEach
  void bringBack() {
    if (cassandraIsAway) {
      startCassandra();
    }
    if (serviceIsAway) {
      startService();
    }
  }

  @Test
  void aDraftOutlivesAnOutageOfCassandra(Window window) {
    String id = Api.create("Ronin", List.of("Action"), List.of("Jean Reno"));
    window.open("/movies/" + id);
    window.fill("Year", "1998");
    assertThat(window.button("Save")).isEnabled();
    Announced announced = Announced.in(window);

    stopCassandra();

    assertThat(bar(window, "Cassandra is down")).isVisible(within(SOON_MILLIS));
    assertThat(window.button("Save")).isDisabled();
    assertThat(window.button("Save")).hasAccessibleDescription("Cassandra cannot be used now.");
    assertThat(window.field("Year")).hasValue("1998");
    window.page().waitForTimeout(1_200); // the bar counts seconds
    assertThat(announced.texts()).containsOnlyOnce("Cassandra is down").hasSizeLessThan(3);
    window.link("Overview").click();
    assertThat(window.page().getByText(LAST_NUMBERS)).isVisible();

    startCassandra();

    assertThat(bar(window, "Cassandra is down")).isHidden(gone());
    assertThat(window.page().getByText(LAST_NUMBERS)).isHidden();
    window.page().goBack();
    assertThat(window.field("Year")).hasValue("1998");
    await().untilAsserted(() -> Api.get("/health-check?type=ready"));
    window.button("Save").click();
    assertThat(window.text("Saved.").first()).isVisible();
  }

  @ThoroughTest
  void whatIsAskedForWhileCassandraIsAwayIsReadWhenItIsBack(Window window) {
    String id = Api.create("Thief", List.of("Crime"), List.of("Tuesday Weld"));
    Window movie = window.another().open("/overview");
    window.open("/overview");
    stopCassandra();
    assertThat(bar(window, "Cassandra is down")).isVisible(within(SOON_MILLIS));
    Accessible.assertAccessible(window, "overview-cassandra-down");

    window.open("/browse/movies_by_actor?actor=Tuesday%20Weld");
    movie.open("/movies/" + id);
    assertThat(window.page().getByText("It is tried again.").first()).isVisible();
    assertThat(movie.page().getByText("It is tried again.").first()).isVisible();
    startCassandra();

    assertThat(window.link("Thief")).isVisible(within(LATER_MILLIS));
    assertThat(movie.field("Title")).hasValue("Thief");
  }

  @ThoroughTest
  void thePageOutlivesTheService(Window window) {
    String id = Api.create("Heist", List.of("Crime"), List.of("Gene Hackman"));
    Window overview = window.another().open("/overview");
    assertThat(overview.region("Lookup tables")).isVisible();
    window.open("/movies/" + id);
    window.fill("Year", "2001");
    assertThat(window.items("Rows that would change")).hasCount(2);

    stopService();

    assertThat(bar(overview, "The service does not answer")).isVisible(within(SOON_MILLIS));
    assertThat(overview.page().getByText(LAST_NUMBERS)).isVisible();
    assertThat(overview.region("Lookup tables")).containsText("movies_by_actor");
    Accessible.assertAccessible(overview, "overview-service-away");
    overview.link("Declare").click();
    assertThat(overview.heading("Not loaded")).isFocused();
    assertThat(window.button("Save")).hasAccessibleDescription("The service does not answer.");
    assertThat(window.field("Year")).hasValue("2001");

    startService();

    assertThat(bar(window, "The service does not answer")).isHidden(gone());
    assertThat(overview.heading("Declare a table")).isVisible(within(LATER_MILLIS));
    await().untilAsserted(() -> Api.get("/health-check?type=ready"));
    window.button("Save").click();
    assertThat(window.text("Saved.").first()).isVisible();
  }

  private static Locator bar(Window window, String text) {
    return window.page().locator(".bar").getByText(text);
  }

  private static IsVisibleOptions within(double millis) {
    return new IsVisibleOptions().setTimeout(millis);
  }

  private static IsHiddenOptions gone() {
    return new IsHiddenOptions().setTimeout(LATER_MILLIS);
  }

  private void stopCassandra() {
    cassandraIsAway = true;
    BrowserService.stopCassandra();
  }

  private void startCassandra() {
    BrowserService.startCassandra();
    cassandraIsAway = false;
  }

  private void stopService() {
    serviceIsAway = true;
    BrowserService.stop();
  }

  private void startService() {
    BrowserService.start();
    serviceIsAway = false;
  }
}
