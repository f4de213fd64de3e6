package dev.cinedex.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import dev.cinedex.testing.Json;
import dev.cinedex.testing.ThoroughTest;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** A row that was made wrong on purpose is seen where it stands, found by a job, and repaired. */
@BrowserTest
class FaultsIT {
  private static final String TABLE = "movies_by_actor";
  private static final String ROWS = "Rows of " + TABLE;
  private static final String FOUND = "Rows that are wrong";

  /** A fault of the service's own making. */
  private record Planted(String movie, String actor, String title, String shown) {
    static Planted of(String table, String kind) {
      return of(Api.post("/demo/faults", Map.of("table", table, "kind", kind)));
    }

    /** Returns the fault that the page plants while something is done. */
    static Planted by(Window window, Runnable action) {
      return of(Json.parse(window.page().waitForResponse("**/demo/faults", action).text()));
    }

    private static Planted of(JsonNode fault) {
      JsonNode key = fault.get("key");
      return new Planted(
          fault.get("movieId").asText(),
          key.path("actor").asText(),
          key.get("title").asText(),
          shown(key));
    }

    /** Returns a key as the page shows it. */
    private static String shown(JsonNode key) {
      return key.properties().stream()
          .filter(column -> !column.getKey().equals("movie_id"))
          .map(column -> column.getValue().asText())
          .collect(joining(" · "));
    }

    String browse(String read) {
      return "/browse/" + TABLE + "?actor=" + encoded(actor) + "&read=" + read;
    }
  }

  @ThoroughTest
  void twoClicksOnOnePictureBreakOneRow(Window window) {
    List<String> sent = new ArrayList<>();
    window.open("/overview");
    assertThat(window.button("Break a row")).isEnabled();
    window.page().onRequest(request -> sent.add(request.method()));

    Planted planted =
        Planted.by(window, () -> window.clickWithinOneFrame(".steps button", ".steps button"));

    window.link("Find it").click();
    assertThat(row(window, ROWS, planted.title)).containsText("≠ stale");
    assertThat(sent).contains("GET").containsOnlyOnce("POST");
    window.button("Repair … " + planted.title).click();
    window.button("Repair these rows").click();
    assertThat(window.text("Repaired: 1 row.")).isVisible();
  }

  @ThoroughTest
  void aClickWhileTheRequestOfAnotherIsUnderWaySendsNothing(Window window) {
    List<Route> held = new ArrayList<>();
    window.page().route(Pattern.compile("/demo/faults$"), held::add);
    window.open("/overview");

    window.button("Break a row").click();
    window.button("Put this away").click();
    window.button("Show “try it”").click();
    window.button("Break a row").click();
    window.page().waitForCondition(() -> !held.isEmpty());
    Planted planted = Planted.by(window, held.get(0)::resume);

    window.link("Find it").click();
    window.button("Repair … " + planted.title).click();
    window.page().route(Pattern.compile("/movies/[^/]+/rows$"), held::add);
    window.button("Repair these rows").click();
    assertThat(window.button("Repairing …")).isDisabled();
    window.page().waitForCondition(() -> held.size() == 2);
    held.get(1).resume();
    assertThat(window.text("Repaired: 1 row.")).isVisible();
    assertThat(held).hasSize(2);
  }

  @Test
  void aStaleRowIsMarkedWithWhatItShouldBeAndRepairedWhereItStands(Window window) {
    Planted stale = Planted.of(TABLE, "stale");
    window.open(stale.browse("compared"));

    Locator row = row(window, ROWS, stale.title);
    assertThat(row).containsText("≠ stale");
    assertThat(row).containsText("(should be ");
    assertThat(row).hasCSS("color", "rgb(122, 47, 99)");
    assertThat(window.page().getByText(Pattern.compile("· 1 stale · read compared"))).isVisible();
    Accessible.assertAccessible(window, "browse-stale");
    window.button("Repair … " + stale.title).click();
    assertThat(window.heading("What repairing would write")).isFocused();
    assertThat(Window.lines(window.items("Rows that would change"), 1).get(0))
        .startsWith("~ rewrite " + TABLE + " " + stale.shown);
    Accessible.assertAccessible(window, "browse-repair");
    window.button("Repair these rows").click();

    assertThat(window.text("Repaired: 1 row.")).isVisible();
    assertThat(row).containsText("✓ ok");
    assertThat(statesOf(stale.movie)).containsOnly("ok");
  }

  @ThoroughTest
  void anOrphanIsMarkedAndLeftOutWhereRowsAreVerified(Window window) {
    Planted orphan = Planted.of(TABLE, "orphaned");
    window.open(orphan.browse("indexed"));
    assertThat(row(window, ROWS, orphan.title)).not().containsText("orphaned");

    window.choose("Read", "verified");
    window.button("Show").click();
    assertThat(window.page().getByText(Pattern.compile("· 1 left out · read verified")))
        .isVisible();
    assertThat(window.link(orphan.title)).hasCount(0);
    window.choose("Read", "compared");
    window.button("Show").click();
    Locator row = row(window, ROWS, orphan.title);
    assertThat(row).containsText("✕ orphaned");
    assertThat(row.getByRole(AriaRole.CELL).nth(1)).hasCSS("text-decoration-line", "line-through");
    window.button("Repair … " + orphan.title).click();
    assertThat(Window.lines(window.items("Rows that would change"), 1))
        .containsExactly("− delete " + TABLE + " " + orphan.shown);
    window.button("Leave them").click();
    assertThat(window.heading("What repairing would write")).hasCount(0);
    assertThat(row).isVisible();
    window.button("Repair … " + orphan.title).click();
    window.button("Repair these rows").click();

    assertThat(window.text("Repaired: 1 row.")).isVisible();
    assertThat(row).hasCount(0);
  }

  @ThoroughTest
  void aMissingRowIsFoundByAVerificationOfItsKeyAndRepairedFromThere(Window window) {
    Planted missing = Planted.of(TABLE, "missing");
    window.open(missing.browse("compared"));
    assertThat(window.heading(missing.actor + " in " + TABLE)).isVisible();
    assertThat(window.page().getByText("Only a verification finds a row that is missing."))
        .isVisible();
    assertThat(window.link(missing.title)).hasCount(0);

    window.link(TABLE).click();
    window.fill("Only actor", missing.actor);
    window.button("Start").click();
    assertThat(window.heading("verify " + TABLE)).isVisible();
    Locator row = row(window, FOUND, missing.shown);
    assertThat(row).containsText("○ missing");
    window.button("Repair … " + missing.shown).click();
    assertThat(Window.lines(window.items("Rows that would change"), 1))
        .containsExactly("+ insert " + TABLE + " " + missing.shown);
    window.button("Repair these rows").click();

    assertThat(row).containsText("repaired");
    assertThat(statesOf(missing.movie)).containsOnly("ok");
  }

  @ThoroughTest
  void allKindsAreFoundByOneJobAndRepairedByAnother(Window window) {
    List<String> kinds = List.of("missing", "stale", "orphaned");
    List<Planted> planted =
        kinds.stream().map(kind -> Planted.of("movies_by_genre", kind)).toList();
    window.open("/tables/movies_by_genre");

    window.button("Start").click();
    assertThat(window.button("Repair all of them")).isVisible();
    for (int i = 0; i < kinds.size(); i++) {
      assertThat(row(window, FOUND, planted.get(i).shown)).containsText(kinds.get(i));
    }
    window.choose("State", "orphaned");
    window.button("Show").click();
    assertThat(row(window, FOUND, planted.get(0).shown)).hasCount(0);
    assertThat(row(window, FOUND, planted.get(1).shown)).hasCount(0);
    assertThat(row(window, FOUND, planted.get(2).shown)).hasCount(1);
    Accessible.assertAccessible(window, "job-findings");
    window.button("Repair all of them").click();

    assertThat(window.heading("repair movies_by_genre")).isVisible();
    assertThat(window.text("done")).isVisible();
    assertThat(
            window.rows(FOUND).filter(new Locator.FilterOptions().setHasText("repaired")).first())
        .isVisible();
    assertThat(planted).allSatisfy(each -> assertThat(statesOf(each.movie)).containsOnly("ok"));
    String job = Lookups.begin("movies_by_genre", Map.of("kind", "verify"));
    JsonNode after = Lookups.end(job);
    assertThat(
            List.of(
                after.get("missing").asInt(),
                after.get("stale").asInt(),
                after.get("orphaned").asInt()))
        .containsOnly(0);
  }

  /** Returns the row of a table that has an element with exactly this text. */
  private static Locator row(Window window, String table, String text) {
    return window.rows(table).filter(new Locator.FilterOptions().setHas(window.text(text)));
  }

  private static Stream<String> statesOf(String movie) {
    JsonNode rows = Api.get("/movies/" + movie + "/rows?search=tables").get("rows");
    return StreamSupport.stream(rows.spliterator(), false).map(row -> row.get("state").asText());
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, UTF_8);
  }
}
