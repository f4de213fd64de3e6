package dev.cinedex.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.microsoft.playwright.options.AriaRole;
import dev.cinedex.testing.ThoroughTest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Every line that a screen offers to be copied gives what the screen shows. */
@BrowserTest
class PastedLinesIT {
  private static final Pattern LOGGED = Pattern.compile("(\\d+)  \\d+ ms  (curl .*)");

  @Test
  void theOverview(Window window) throws Exception {
    window.open("/overview");
    JsonNode overview = Pasted.curl(line(window, "curl", 0));

    List<String> names = Api.texts(overview.get("tables"), "name");
    assertThat(window.column("Lookup tables", "Table", names.size())).isEqualTo(names);
    assertThat(window.page().getByText(overview.get("instance").asText())).isVisible();
  }

  @ThoroughTest
  void theKeysOfATable(Window window) throws Exception {
    window.open("/browse/movies_by_actor");
    for (int page = 0; page < 2; page++) {
      List<String> shown = Window.lines(window.items("Keys"), 100);
      assertThat(Api.texts(Pasted.curl(line(window, "curl", 0)).get("items"), "actor"))
          .isEqualTo(shown);
      assertThat(records(Pasted.cql(line(window, "cql", 0)))).isEqualTo(shown);
      window.link("Next keys").click();
      assertThat(window.items("Keys").first()).not().hasText(shown.get(0));
    }

    assertThatTheLineCountsWhatIsShown(window);
  }

  /** Tries again, because the page may show an older count that the service remembered. */
  private static void assertThatTheLineCountsWhatIsShown(Window window) {
    await()
        .atMost(Duration.ofSeconds(60))
        .pollInSameThread() // Playwright allows only the thread of the test
        .untilAsserted(
            () -> {
              window.reload();
              window.rows("The largest partitions").first().waitFor();
              JsonNode counted = Pasted.curl(line(window, "curl", 1)).get("largest");
              assertThat(window.column("The largest partitions", "Rows", 20))
                  .isEqualTo(Api.texts(counted, "rows"));
            });
  }

  /** The keys are of this test alone: another test may plant rows that a read does not show. */
  @ThoroughTest
  void theRowsOfAKey(Window window) throws Exception {
    for (String title : List.of("The O'Hara Case", "Something & the Sea", "Sömmar")) {
      Api.create(title, List.of("Pasted Crime"), List.of("Gunnar Pästed"));
    }
    for (String route :
        List.of(
            "/movies_by_genre?genre=Pasted%20Crime&begins=The%20&read=compared",
            "/movies_by_genre?genre=Pasted%20Crime&order=desc&read=verified",
            "/movies_by_actor?actor=Gunnar%20P%C3%A4sted&read=indexed",
            "/movies_by_actor?actor=Gunnar%20P%C3%A4sted&begins=S")) {
      window.open("/overview");
      window.open("/browse" + route);
      String table = route.substring(1, route.indexOf('?'));
      window.rows("Rows of " + table).first().waitFor();
      List<String> shown = Window.lines(window.rows("Rows of " + table).locator("td:nth-child(2)"));

      assertThat(Api.texts(Pasted.curl(line(window, "curl", 0)).get("items"), "title"))
          .as(route)
          .isEqualTo(shown);
      String rows = Pasted.cql(line(window, "cql", 0));
      assertThat(records(rows)).as(route).hasSameSizeAs(shown);
      assertThat(shown).as(route).allSatisfy(title -> assertThat(shown(rows)).contains(title));
    }
  }

  @ThoroughTest
  void aLaterPageOfAKey(Window window) throws Exception {
    window.open("/browse/movies_by_genre?genre=Drama");
    window.link("Next page").click();
    assertThat(window.link("First page")).isVisible();

    List<String> titles = Api.texts(Pasted.curl(line(window, "curl", 0)).get("items"), "title");
    assertThat(window.column("Rows of movies_by_genre", "Title", titles.size())).isEqualTo(titles);
  }

  @Test
  void aMovieAndWhatSavingAndRepairingWouldWrite(Window window) throws Exception {
    String id = Api.create("It's Complicated", List.of("Comedy"), List.of("Meryl Streep"));
    StoredRows before = StoredRows.of(id);
    BrowserService.session()
        .execute(
            "DELETE FROM %s.movies_by_actor WHERE actor = 'Meryl Streep' AND title = 'It''s Complicated'"
                .formatted(BrowserService.keyspace()));
    window.open("/movies/" + id);
    assertThat(window.items("Rows of this movie")).hasCount(2);
    window.add("Directors", "O'Brien");
    List<String> saving =
        Window.lines(window.region("What saving would write").getByRole(AriaRole.LISTITEM));
    window.button("Repair …").click();
    List<String> repairing =
        Window.lines(window.region("What repairing would write").getByRole(AriaRole.LISTITEM));

    List<String> curl = window.offered("curl");
    assertThat(Pasted.curl(curl.get(0)).get("title").asText()).isEqualTo("It's Complicated");
    assertThat(Api.texts(Pasted.curl(curl.get(1)).get("rows"), "state"))
        .containsExactlyInAnyOrder("ok", "missing");
    assertThat(changes(Pasted.curl(curl.get(2)))).isEqualTo(saving.size());
    assertThat(Api.get("/movies/" + id).get("directors")).isEmpty();
    assertThat(changes(Pasted.curl(curl.get(3)))).isEqualTo(repairing.size()).isEqualTo(1);
    assertThat(StoredRows.of(id)).isNotEqualTo(before);
    assertThat(curl).hasSize(4);
    List<String> cql = window.offered("cql");
    assertThat(records(Pasted.cql(cql.get(0))))
        .singleElement()
        .asString()
        .contains(id, "It's Complicated");
    assertThat(records(Pasted.cql(cql.get(1))))
        .singleElement()
        .asString()
        .contains("Comedy", "It's Complicated");
    assertThat(cql).hasSize(2);
  }

  @ThoroughTest
  void aMovieThatIsNotYetThere(Window window) throws Exception {
    window.open("/movies/new");
    window.fill("Title", "The Quick & the Dead");
    window.fill("Year", "1995");
    window.add("Genres", "Western");

    List<String> shown = Window.lines(window.items("Rows that would change"), 1);
    JsonNode dryRun = Pasted.curl(line(window, "curl", 0));
    assertThat(shown.get(0)).contains(dryRun.get("insert").get(0).get("row").get("title").asText());
    assertThat(changes(dryRun)).isEqualTo(1);
  }

  @ThoroughTest
  void theTables(Window window) throws Exception {
    window.open("/tables");

    List<String> names = Api.texts(Pasted.curl(line(window, "curl", 0)).get("items"), "name");
    assertThat(window.column("Lookup tables", "Table", names.size())).isEqualTo(names);
    String catalog = Pasted.cql(line(window, "cql", 0));
    assertThat(records(catalog)).contains("movies_by_actor | ready", "movies_by_genre | ready");
  }

  @Test
  void aTableItsPartitionsAndItsJobs(Window window) throws Exception {
    window.open("/tables/movies_by_genre");
    window.heading("CQL").waitFor();
    JsonNode lookup = Pasted.curl(line(window, "curl", 0));
    assertThat(window.page().getByText(lookup.get("yaml").asText().strip())).isVisible();
    assertThat(records(Pasted.cql(line(window, "cql", 0))))
        .singleElement()
        .asString()
        .startsWith("movies_by_genre | ready | ");
    String described = Pasted.cql(line(window, "cql", 1));
    assertThat(window.column("Columns", "Column", lookup.get("columns").size()))
        .allSatisfy(column -> assertThat(described).contains(column + " "));

    window.link("Partitions").click();
    assertThatTheLineCountsWhatIsShown(window);
    window.fill("Only genre", "Noir's");
    String job =
        Pasted.curl(
                window
                    .page()
                    .getByText(Pattern.compile("^curl -X POST .*Noir.*/jobs'$"))
                    .innerText())
            .get("id")
            .asText();
    assertThat(Lookups.end(job).get("scope").get("key").get("genre").asText()).isEqualTo("Noir's");
    window.page().getByLabel("Parts of the table").getByText("Jobs").click();
    window.rows("Jobs on this table").first().waitFor();
    List<String> kinds = Api.texts(Pasted.curl(line(window, "curl", 1)).get("items"), "kind");
    assertThat(window.column("Jobs on this table", "Job", kinds.size())).isEqualTo(kinds);
  }

  @ThoroughTest
  void jobsAndWhatOneFound(Window window) throws Exception {
    String fault =
        Api.post("/demo/faults", Map.of("table", "movies_by_actor", "kind", "stale"))
            .get("movieId")
            .asText();
    String id = Lookups.begin("movies_by_actor", Map.of("kind", "verify", "movieId", fault));
    Lookups.end(id);

    window.open("/jobs?table=movies_by_actor&state=done");
    window.rows("Jobs").first().waitFor();
    List<String> kinds = Api.texts(Pasted.curl(line(window, "curl", 0)).get("items"), "kind");
    assertThat(window.column("Jobs", "Job", kinds.size())).isEqualTo(kinds);
    window.open("/jobs/" + id + "?state=stale");
    assertThat(window.rows("Rows that are wrong")).hasCount(1);
    assertThat(Pasted.curl(line(window, "curl", 0)).get("stale").asInt()).isEqualTo(1);
    JsonNode finding = new ObjectMapper().readTree(Pasted.run(line(window, "curl", 1)));
    assertThat(window.rows("Rows that are wrong").first())
        .containsText(finding.get("key").get("actor").asText());
    assertThat(records(Pasted.cql(line(window, "cql", 0))))
        .singleElement()
        .asString()
        .contains(id, "movies_by_actor", "verify", "done");
    Api.post("/movies/" + fault + "/rows", "");
  }

  @ThoroughTest
  void aTableThatIsDeclaredAlone(Window window) throws Exception {
    window.open("/declare");
    window.field("Partition").selectOption("director");
    window.fill("Name", "pasted_by_director");
    window.heading("CQL").waitFor();

    JsonNode foreseen = Pasted.curl(line(window, "curl", 0));
    assertThat(foreseen.get("table").asText()).isEqualTo("pasted_by_director");
    assertThat(window.column("Some of its rows", "title", 10))
        .isEqualTo(Api.texts(foreseen.get("examples"), "title"));
    assertThat(Lookups.names()).doesNotContain("pasted_by_director");
  }

  @Test
  void theCqlOfAPlantedFaultPlantsItAgain(Window window) throws Exception {
    window.open("/overview");
    window.button("Break a row").click();
    String cql = window.page().getByText(Pattern.compile("^UPDATE .*;?$")).innerText();
    window.link("Find it").click();
    assertThat(window.page().getByText("1 stale")).isVisible();
    Matcher movie = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}").matcher(cql);
    assertThat(movie.find()).isTrue();
    String rows = "/movies/" + movie.group() + "/rows";
    assertThat(Api.texts(Api.post(rows, "").get("rows"), "state")).containsOnly("ok");

    Pasted.cql(cql.replace(";", ""));

    assertThat(Api.texts(Api.get(rows).get("rows"), "state")).contains("stale");
    Api.post(rows, "");
  }

  @ThoroughTest
  void theRequestsThatThePageHasSent(Window window) throws Exception {
    Api.create("Logged", List.of("Crime"), List.of("Somebody logged"));
    window.open("/browse/movies_by_actor?actor=Somebody%20logged");
    window.link("Logged").click();
    window.add("Genres", "Western");
    window.items("Rows that would change").first().waitFor();
    window.page().getByText(Pattern.compile("^The last \\d+ requests of this page$")).click();

    List<String> logged =
        window.page().getByText(Pattern.compile("^200 +\\d+ ms")).innerText().lines().toList();
    assertThat(logged).hasSizeGreaterThan(5).anyMatch(line -> line.contains("dryRun=true"));
    for (String line : logged) {
      Matcher request = LOGGED.matcher(line);
      assertThat(request.matches()).as(line).isTrue();
      assertThat(request.group(1)).isEqualTo("200");
      assertThat(Pasted.curl(request.group(2)).isObject()).isTrue();
    }
  }

  private static String line(Window window, String program, int number) {
    return window.offered(program).get(number);
  }

  /** The records that cqlsh prints. */
  private static List<String> records(String printed) {
    return printed
        .lines()
        .skip(2)
        .filter(line -> !line.isBlank())
        .map(PastedLinesIT::shown)
        .toList();
  }

  /** The stand-in for cqlsh doubles quotes, as CQL does. */
  private static String shown(String line) {
    return line.replace("''", "'");
  }

  /** The number of rows that a dry run would insert, rewrite or delete. */
  private static int changes(JsonNode dryRun) {
    return dryRun.get("insert").size() + dryRun.get("delete").size();
  }
}
