package dev.cinedex.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.Row;
import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.options.AriaRole;
import dev.cinedex.testing.ThoroughTest;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** A table is seen before there is one, is built, and goes only when somebody names it. */
@BrowserTest
class TablesIT {
  private static final String NEWEST = "tables_by_director_newest";
  private static final String PERSON = "tables_by_person";
  private static final String GONE = "tables_to_go";

  @AfterAll
  static void drop() {
    Lookups.drop(NEWEST, PERSON, GONE);
  }

  @Test
  void aFormShowsWhatTheTableWouldBeAndThenBuildsIt(Window window) {
    window.open("/declare");
    window.field("Partition").selectOption("director");
    assertThat(window.field("Name")).hasValue("movies_by_director");
    window.fill("Name", NEWEST);
    window.button("Remove title from Clustering").click();
    window.field("Clustering").selectOption("release_year desc");
    window.field("Clustering").selectOption("title");
    window.field("some").check();
    window.field("genres").check();

    JsonNode foreseen =
        foreseen(
            NEWEST,
            Map.of(
                "partition", List.of("director"),
                "clustering", List.of("release_year desc", "title"),
                "columns", List.of("genres")));
    Locator preview = window.region("What it would be");
    assertThat(preview)
        .containsText(foreseen.get("definition").asText().lines().findFirst().orElseThrow());
    assertThat(preview.getByText(foreseen.get("definition").asText().strip())).isVisible();
    assertThat(preview.getByText(foreseen.get("yaml").asText().strip())).isVisible();
    assertThat(preview)
        .containsText("about %d rows".formatted(foreseen.get("estimate").get("rows").asInt()));
    assertThat(preview).containsText("No warnings.");
    assertThat(window.column("Its largest keys", "Key", keys(foreseen).size()))
        .isEqualTo(keys(foreseen));
    List<String> examples = window.column("Some of its rows", "title", 10);
    Accessible.assertAccessible(window, "declare-preview");
    window.button("Build it").click();

    assertThat(window.heading("build " + NEWEST)).isVisible();
    awaitDone(window);
    assertThat(window.link("See its rows")).isVisible();
    List<Row> rows =
        BrowserService.session()
            .execute("SELECT title FROM " + BrowserService.keyspace() + "." + NEWEST)
            .all();
    assertThat(rows).hasSize(foreseen.get("estimate").get("rows").asInt());
    assertThat(rows.stream().map(row -> row.getString("title"))).containsAll(examples);
    window.link(NEWEST).first().click();
    assertThat(window.heading("Table " + NEWEST)).isVisible();
    assertThat(window.text("ready").first()).isVisible();
  }

  @ThoroughTest
  void pastedYamlFillsTheFormAndIsBuilt(Window window) {
    window.open("/declare");
    window.fill(
        "Or paste YAML",
        """
        lookups:
          %s:                 # overloaded
            partition: [{person: [actor, director]}]
            clustering: [role, title]
            columns: [release_year]
            where: release_date present
            maintenance: async
        """
            .formatted(PERSON));

    assertThat(window.field("Name")).hasValue(PERSON);
    assertThat(window.button("Remove person: actor, director from Partition")).isVisible();
    assertThat(window.field("Maintenance")).hasValue("async");
    JsonNode foreseen =
        foreseen(
            PERSON,
            Map.of(
                "partition", List.of(Map.of("person", List.of("actor", "director"))),
                "clustering", List.of("role", "title"),
                "columns", List.of("release_year"),
                "where", List.of("release_date present"),
                "maintenance", "async"));
    Locator preview = window.region("What it would be");
    assertThat(preview.getByText(foreseen.get("yaml").asText().strip())).isVisible();
    assertThat(window.column("Some of its rows", "role", 10)).contains("actor", "director");
    window.button("Build it").click();
    assertThat(window.heading("build " + PERSON)).isVisible();
    awaitDone(window);
    assertThat(Api.get("/lookups/" + PERSON).get("yaml")).isEqualTo(foreseen.get("yaml"));
  }

  @ThoroughTest
  void changesBetweenTwoFramesAllCount(Window window) {
    window.open("/declare");
    window.field("Clustering").selectOption("release_year");
    assertThat(window.button("Remove release_year from Clustering")).isVisible();

    window.clickWithinOneFrame(
        "[aria-label='Remove title from Clustering']",
        "[aria-label='Remove release_year from Clustering']");

    assertThat(window.button("Remove release_year from Clustering")).hasCount(0);
    assertThat(window.button("Remove title from Clustering")).hasCount(0);
    window.button("Clear").click();
    window.field("Clustering").selectOption("release_year");
    assertThat(window.button("Remove release_year from Clustering")).isVisible();
    window.clickWithinOneFrame(
        "form[aria-label='Declaration'] .row.center > button:last-child",
        "[aria-label='Remove title from Clustering']");
    assertThat(window.button("Remove release_year from Clustering")).hasCount(0);
    assertThat(window.button("Remove title from Clustering")).hasCount(0);
  }

  @ThoroughTest
  void aTableIsNotBuiltBeforeItIsSeenAsItIsNow(Window window) {
    window.open("/declare");
    window.field("Partition").selectOption("director");
    assertThat(window.button("Build it")).isEnabled();

    Request next =
        window
            .page()
            .waitForRequest(
                request -> request.method().equals("POST"),
                () ->
                    window.clickWithinOneFrame(
                        "[aria-label='Remove title from Clustering']",
                        "form[aria-label='Declaration'] button.main"));

    assertThat(next.url()).endsWith("/jobs?dryRun=true");
  }

  @ThoroughTest
  void aKeyThatAMovieMayLackLimitsTheTableToMoviesThatHaveIt(Window window) {
    window.open("/declare");

    window.field("Partition").selectOption("release_date");

    assertThat(window.field("release_date")).isChecked();
    assertThat(window.button("Build it")).isEnabled();
    window.button("Remove release_date from Partition").click();
    assertThat(window.field("release_date")).not().isChecked();
  }

  @ThoroughTest
  void anErrorStandsAtItsField(Window window) {
    window.open("/declare");
    window.field("Partition").selectOption("director");
    assertThat(window.heading("CQL")).isVisible();

    window.fill("Buckets", "1000");

    assertThat(window.field("Buckets")).hasAccessibleDescription(Pattern.compile(".*256.*"));
    assertThat(window.button("Build it")).isDisabled();
    assertThat(window.heading("CQL")).hasCount(0);
    window.fill("Buckets", "4");
    window.fill("Name", "No Name");
    assertThat(window.field("Name"))
        .hasAccessibleDescription(Pattern.compile("a table name matches .*"));
    window.fill("Name", "movies_by_genre");
    assertThat(window.field("Name"))
        .hasAccessibleDescription("There is a table of this name already. Choose another name.");
    assertThat(window.button("Build it")).isDisabled();
    window.fill("Or paste YAML", "tables_by_mood:\n  partition: [genre\n");
    assertThat(window.field("Or paste YAML"))
        .hasAccessibleDescription(Pattern.compile("Line 2: .*] is missing.*"));
  }

  @ThoroughTest
  void aTableThatGrowsForEverIsWarnedOf(Window window) {
    window.open("/declare");
    window.field("Partition").selectOption("release_decade");

    JsonNode foreseen =
        foreseen(
            "movies_by_release_decade",
            Map.of("partition", List.of("release_decade"), "clustering", List.of("title")));
    assertThat(foreseen.get("warnings")).isNotEmpty();
    for (JsonNode warning : foreseen.get("warnings")) {
      assertThat(window.region("What it would be").getByText(warning.asText())).isVisible();
    }
    window.button("Clear").click();
    assertThat(window.field("Name")).hasValue("");
    assertThat(window.heading("CQL")).hasCount(0);
  }

  @Test
  void aTableIsRetiredRestoredAndDroppedByItsName(Window window) {
    Lookups.build(Map.of(GONE, Map.of("partition", List.of("director"))));
    window.open("/tables");
    window.link(GONE).click();
    assertThat(window.button("Drop …")).isDisabled();

    window.button("Retire …").click();
    assertThat(window.page().getByText("Readers get 409 at once.")).isVisible();
    confirm(window, "retire", "Retire it");
    assertThat(window.text("retired").first()).isVisible();
    assertThat(Api.get("/lookups/" + GONE).get("state").asText()).isEqualTo("retired");
    window.link("Rows").click();
    assertThat(
            window
                .page()
                .getByText(
                    Pattern.compile(
                        "is retired: it is written, but not read, so it cannot be read now")))
        .isVisible();
    window.page().goBack();
    window.button("Restore").click();
    assertThat(window.button("Retire …")).isEnabled();
    window.button("Retire …").click();
    confirm(window, "retire", "Retire it");
    window.button("Drop …").click();
    Accessible.assertAccessible(window, "table-drop");
    confirm(window, "drop", "Drop it");

    assertThat(window.heading("drop " + GONE)).isVisible();
    awaitDone(window);
    assertThat(Lookups.names()).doesNotContain(GONE);
    window.open("/tables/" + GONE);
    assertThat(window.named(AriaRole.ALERT, "").first()).containsText(GONE);
  }

  @ThoroughTest
  void aTableShowsItsDeclarationItsPartitionsAndItsJobs(Window window) {
    JsonNode lookup = Api.get("/lookups/movies_by_actor");
    window.open("/tables/movies_by_actor");
    assertThat(window.page().getByText(lookup.get("definition").asText().strip())).isVisible();
    assertThat(window.page().getByText(lookup.get("yaml").asText().strip())).isVisible();
    List<String> columns =
        StreamSupport.stream(lookup.get("columns").spliterator(), false)
            .map(each -> each.get("name").asText())
            .toList();
    assertThat(window.column("Columns", "Column", columns.size())).isEqualTo(columns);

    window.link("Partitions").click();
    assertThat(window.rows("The largest partitions")).hasCount(20);
    String largest = window.column("The largest partitions", "Key", 20).get(0);
    assertThat(window.rows("The largest partitions").first())
        .containsText(Pattern.compile("\\d+ ?bytes"));
    Lookups.end(
        Lookups.begin("movies_by_actor", Map.of("kind", "verify", "key", Map.of("actor", "Fred"))));
    window.link("Jobs").nth(1).click();
    assertThat(window.rows("Jobs on this table").first()).containsText("verify");
    assertThat(window.rows("Jobs on this table").first()).containsText("done");
    window.page().goBack();
    window.link(largest).click();
    assertThat(window.heading(largest + " in movies_by_actor")).isVisible();
  }

  /** Waits for a job that changes the schema, which may take long where others change it too. */
  private static void awaitDone(Window window) {
    window.text("done").waitFor(new Locator.WaitForOptions().setTimeout(90_000));
  }

  private static void confirm(Window window, String what, String button) {
    assertThat(window.button(button)).isDisabled();
    window.fill("Type %s to %s it".formatted(GONE, what), GONE + "x");
    assertThat(window.button(button)).isDisabled();
    window.fill("Type %s to %s it".formatted(GONE, what), GONE);
    window.button(button).click();
  }

  private static JsonNode foreseen(String table, Map<String, Object> declaration) {
    return Api.post("/lookups/" + table + "/jobs?dryRun=true", Lookups.build(declaration));
  }

  private static List<String> keys(JsonNode foreseen) {
    return StreamSupport.stream(foreseen.get("largestKeys").spliterator(), false)
        .map(each -> each.get("key").properties().iterator().next().getValue().asText())
        .toList();
  }
}
