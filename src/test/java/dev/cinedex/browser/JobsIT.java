package dev.cinedex.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.APIResponse;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import dev.cinedex.testing.ThoroughTest;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A job shows how far it is by itself, and obeys whoever may do jobs. */
@BrowserTest
class JobsIT {
  private static final String TABLE = "movies_by_actor";
  private static final String FOUND = "Rows that are wrong";

  /**
   * A job that a failed test leaves would hinder the next one, and a cancelled one does until its
   * instance has noticed. Then another job begins, which has nothing to do.
   */
  @AfterEach
  void leaveTheTableIdle() {
    for (String state : List.of("running", "paused")) {
      Api.get("/jobs?table=%s&state=%s".formatted(TABLE, state))
          .get("items")
          .forEach(job -> Lookups.cancel(job.get("id").asText()));
    }
    Map<String, Object> nothing = Map.of("kind", "verify", "key", Map.of("actor", "Nobody"));
    assertThat(Lookups.end(Lookups.begin(TABLE, nothing)).get("state").asText()).isEqualTo("done");
  }

  @Test
  void aJobIsPausedResumedAndCancelled(Window window) {
    window.open("/tables/" + TABLE);
    window.fill("Rows a second", "1");
    window.button("Start").click();
    assertThat(window.heading("verify " + TABLE)).isVisible();
    String job = window.page().url().replaceFirst(".*/", "");
    assertThat(Api.get("/jobs/" + job).get("rowsPerSecond").asInt()).isEqualTo(1);

    window.button("Pause").click();
    assertThat(window.text("paused")).isVisible();
    assertThat(window.button("Pause")).hasCount(0);
    assertThat(stateOf(job)).isEqualTo("paused");
    window.button("Resume").click();
    assertThat(window.text("running")).isVisible();
    assertThat(stateOf(job)).isEqualTo("running");
    window.button("Cancel").click();

    assertThat(window.text("cancelled")).isVisible();
    assertThat(stateOf(job)).isEqualTo("cancelled");
    assertThat(window.button("Pause")).isDisabled();
    assertThat(window.button("Cancel")).isDisabled();
    assertThat(window.text("It is cancelled.").first()).isVisible();
  }

  @ThoroughTest
  void aRunningJobShowsItsProgressWithoutAsking(Window window) {
    String job = Lookups.begin(TABLE, Map.of("kind", "verify", "rowsPerSecond", 10));
    window.open("/jobs/" + job);

    Locator progress = window.page().getByRole(AriaRole.PROGRESSBAR);
    assertThat(progress).hasAttribute("value", Pattern.compile("[1-9]\\d*"));
    double before = value(progress);
    Accessible.assertAccessible(window, "job-running");
    assertThat(progress).not().hasAttribute("value", String.valueOf((int) before));
    assertThat(value(progress)).isGreaterThan(before);
    Lookups.cancel(job);
    assertThat(window.text("cancelled")).isVisible();
  }

  /**
   * A repair stores what it finds before it writes the rows, and again when it has written them.
   */
  @ThoroughTest
  void aFindingThatWasShownTooEarlyIsSaidToBeRepairedLater(Window window) {
    String id = Api.create("Blow", List.of("Crime"), List.of("Johnny Depp"));
    StoredRows.makeStale(id, "Blow", "Johnny Depp");
    String job = Lookups.begin(TABLE, Map.of("kind", "repair", "apply", true));
    Lookups.end(job);
    AtomicBoolean writes = new AtomicBoolean(true);
    replaceWhile(writes, window, "**/jobs/" + job, "\"state\":\"done\"", "\"state\":\"running\"");
    replaceWhile(writes, window, "**/findings?*", "\"mended\":true", "\"mended\":false");

    window.open("/jobs/" + job);
    assertThat(window.rows(FOUND).first()).containsText("Repair …");
    writes.set(false);

    assertThat(window.rows(FOUND).first()).containsText("repaired");
    assertThat(window.text("done")).isVisible();
  }

  @ThoroughTest
  void aRepairMayOnlyShowWhatItWouldWrite(Window window) {
    String id = Api.create("Donnie Brasco", List.of("Crime"), List.of("Johnny Depp"));
    StoredRows before = StoredRows.of(id);
    StoredRows.makeStale(id, "Donnie Brasco", "Johnny Depp");
    StoredRows broken = StoredRows.of(id);
    window.open("/tables/" + TABLE);
    window.choose("Job", "repair: find and write what is wrong");
    window.fill("Only actor", "Johnny Depp");
    window.button("Start").click();

    assertThat(window.rows(FOUND)).hasCount(1);
    assertThat(window.rows(FOUND).first()).containsText("≠ stale");
    assertThat(window.rows(FOUND).first()).containsText("release_year 1800 → 1995");
    assertThat(StoredRows.of(id)).isEqualTo(broken);
    window.button("Repair all of them").click();

    assertThat(window.rows(FOUND).first()).containsText("repaired");
    assertThat(window.text("done")).isVisible();
    assertThat(StoredRows.of(id)).isEqualTo(before);
  }

  @Test
  void jobsAreListedTheNewestFirstByTableAndState(Window window) {
    String cancelled = Lookups.begin(TABLE, Map.of("kind", "verify", "rowsPerSecond", 1));
    Lookups.cancel(cancelled);
    window.open("/jobs");
    assertThat(window.rows("Jobs").first()).containsText("cancelled");

    window.fill("Table", TABLE);
    window.choose("State", "cancelled");
    window.button("Show").click();

    JsonNode jobs =
        Api.get("/jobs?table=%s&state=cancelled&limit=50".formatted(TABLE)).get("items");
    assertThat(window.column("Jobs", "Table", jobs.size())).containsOnly(TABLE);
    assertThat(window.column("Jobs", "State", jobs.size())).containsOnly("cancelled");
    window.link("verify").first().click();
    assertThat(window.heading("verify " + TABLE)).isVisible();
    assertThat(window.page().url()).endsWith(cancelled);
    window.open("/jobs?table=movies_by_genre&state=failed");
    assertThat(window.page().getByText("No job matches")).isVisible();
  }

  @ThoroughTest
  void aTableOnWhichAJobRunsSaysWhyItTakesNoOther(Window window) {
    String job = Lookups.begin(TABLE, Map.of("kind", "verify", "rowsPerSecond", 1));
    window.open("/tables/" + TABLE);

    assertThat(window.button("Start")).isDisabled();
    assertThat(window.button("Start"))
        .hasAccessibleDescription("The job verify is running: wait for it, or cancel it.");
    Lookups.cancel(job);
    assertThat(window.button("Start")).isEnabled();
  }

  @ThoroughTest
  void aJobThatThereIsNotIsSaidToBeMissing(Window window) {
    window.open("/jobs/00000000-0000-1000-8000-000000000000");

    assertThat(window.page().getByText("00000000-0000-1000-8000-000000000000").first()).isVisible();
    assertThat(window.button("Cancel")).hasCount(0);
  }

  /** Replaces a text in answers that come through a browser, while a condition holds. */
  private static void replaceWhile(
      AtomicBoolean condition, Window window, String address, String text, String replacement) {
    window
        .page()
        .route(
            address,
            route -> {
              APIResponse answer = route.fetch();
              String body = answer.text();
              route.fulfill(
                  new Route.FulfillOptions()
                      .setResponse(answer)
                      .setBody(condition.get() ? body.replace(text, replacement) : body));
            });
  }

  private static double value(Locator progress) {
    return Double.parseDouble(progress.getAttribute("value"));
  }

  private static String stateOf(String job) {
    return Api.get("/jobs/" + job).get("state").asText();
  }
}
