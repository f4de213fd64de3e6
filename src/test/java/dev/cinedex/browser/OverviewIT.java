package dev.cinedex.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.microsoft.playwright.APIResponse;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import dev.cinedex.testing.ThoroughTest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** How everything is, what to do about it, and five steps for who is new. */
@BrowserTest
class OverviewIT {
  private static final String CHART = "Writes and reads a second";

  @ThoroughTest
  void theChartIsATableToo(Window window) {
    window.open("/overview");
    assertThat(window.page().locator(".chart canvas")).isVisible();
    long before = sum(Api.get("/overview").get("history").get("writes"));
    for (int i = 0; i < 10; i++) {
      Api.delete("/movies/" + Api.create("Groundhog Day", List.of("Comedy"), List.of()));
    }

    window.button("As a table").click();
    await()
        .pollInSameThread()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () -> {
              JsonNode history = Api.get("/overview").get("history");
              assertThat(sum(history.get("writes"))).isGreaterThanOrEqualTo(before + 20);
              assertThat(Window.lines(window.rows(CHART).locator("td:nth-child(2)")))
                  .isEqualTo(rates(history));
            });
    window.button("Hide the table").click();
    assertThat(window.region(CHART)).hasCount(0);
  }

  @Test
  void theTablesAreListedWithTheirStateAndCost(Window window) {
    window.open("/overview");

    JsonNode tables = Api.get("/overview").get("tables");
    assertThat(window.rows("Lookup tables")).hasCount(tables.size());
    for (int i = 0; i < tables.size(); i++) {
      Locator row = window.rows("Lookup tables").nth(i);
      assertThat(row).containsText(tables.get(i).get("name").asText());
      assertThat(row).containsText(tables.get(i).get("state").asText());
    }
    assertThat(window.page().getByText(Pattern.compile("^Rates are of this instance")))
        .containsText(Api.get("/overview").get("instance").asText());
    window.region("Lookup tables").getByRole(AriaRole.LINK).first().click();
    assertThat(window.heading("Table " + tables.get(0).get("name").asText())).isVisible();
  }

  @ThoroughTest
  void adviceAboutAJobLeadsToTheJob(Window window) {
    String job = Lookups.begin("movies_by_genre", Map.of("kind", "verify", "rowsPerSecond", 1));
    Api.patch("/jobs/" + job, Map.of("state", "paused"));
    window.open("/overview");

    Locator advice =
        window
            .page()
            .getByRole(AriaRole.LISTITEM)
            .filter(
                new Locator.FilterOptions()
                    .setHasText("The job verify of movies_by_genre is paused."));
    advice.getByRole(AriaRole.LINK).click();
    assertThat(window.heading("verify movies_by_genre")).isVisible();
    window.button("Cancel").click();
    assertThat(window.text("cancelled")).isVisible();
  }

  @ThoroughTest
  void adviceToVerifyBeginsTheVerification(Window window) {
    adviseToVerify(window, "movies_by_actor");
    window.open("/overview");

    Locator advice =
        window
            .page()
            .getByRole(AriaRole.LISTITEM)
            .filter(new Locator.FilterOptions().setHasText("2 of 4,812 sampled rows are wrong."));
    advice.getByRole(AriaRole.BUTTON).click();

    assertThat(window.heading("verify movies_by_actor")).isVisible();
    assertThat(window.text("done")).isVisible();
  }

  @Test
  void theStepsTickThemselves(Window window) {
    window.open("/overview");
    Locator steps = window.region("Try it").getByRole(AriaRole.LISTITEM);
    assertThat(steps).hasCount(5);
    assertDone(steps, 0);

    window.link("a movie").click();
    window.add("Actors", "Buster Keaton");
    assertThat(window.items("Rows that would change").first()).isVisible();
    toOverview(window);
    assertDone(steps, 1);
    window.page().goBack();
    window.button("Save").click();
    assertThat(window.text("Saved.").first()).isVisible();
    toOverview(window);
    assertDone(steps, 2);
    window.button("Break a row").click();
    assertThat(window.region("Try it").getByText(Pattern.compile("^UPDATE "))).isVisible();
    assertDone(steps, 3);
    window.link("Find it").click();
    assertThat(window.page().getByText(Pattern.compile("1 stale"))).isVisible();
    toOverview(window);
    assertDone(steps, 4);
    window.page().goBack();
    window
        .page()
        .getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Repair …"))
        .click();
    window.button("Repair these rows").click();
    assertThat(window.text("Repaired: 1 row.")).isVisible();
    toOverview(window);
    assertDone(steps, 5);
    assertThat(window.region("Try it").getByText(Pattern.compile("^UPDATE "))).hasCount(0);
    assertThat(window.region("Try it").getByText("declare a table")).isVisible();
  }

  @ThoroughTest
  void theStepsCanBePutAway(Window window) {
    window.open("/overview");

    window.button("Put this away").click();
    assertThat(window.region("Try it")).hasCount(0);
    window.page().reload();
    assertThat(window.region("Try it")).hasCount(0);
    window.button("Show “try it”").click();
    assertThat(window.region("Try it")).isVisible();
  }

  private static void toOverview(Window window) {
    window.link("Overview").click();
    assertThat(window.heading("Overview")).isVisible();
  }

  /** So many steps are ticked, and no more. */
  private static void assertDone(Locator steps, int count) {
    assertThat(steps.filter(new Locator.FilterOptions().setHasText("✓"))).hasCount(count);
  }

  /** Puts advice that needs much drift into the answers of the service. */
  private static void adviseToVerify(Window window, String table) {
    window.page().route("**/overview", route -> answer(route, table));
  }

  private static void answer(Route route, String table) {
    try {
      APIResponse answer = route.fetch();
      if (answer.status() != 200) {
        route.fulfill(new Route.FulfillOptions().setResponse(answer));
        return;
      }
      ObjectNode overview = (ObjectNode) new ObjectMapper().readTree(answer.text());
      overview
          .withArray("advice")
          .addObject()
          .put("level", "warning")
          .put("action", "verify")
          .put("table", table)
          .put(
              "text",
              table + ": 2 of 4,812 sampled rows are wrong. Verify it, to find every wrong row.");
      route.fulfill(new Route.FulfillOptions().setResponse(answer).setBody(overview.toString()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The writes a second as the page shows them, the newest first. */
  private static List<String> rates(JsonNode history) {
    List<String> rates = new ArrayList<>();
    DecimalFormat format =
        new DecimalFormat("#,##0.#", DecimalFormatSymbols.getInstance(Locale.UK));
    for (JsonNode writes : history.get("writes")) {
      rates.add(0, format.format(writes.asDouble() / history.get("seconds").asInt()));
    }
    return rates;
  }

  private static long sum(JsonNode counts) {
    long sum = 0;
    for (JsonNode count : counts) {
      sum += count.asLong();
    }
    return sum;
  }
}
