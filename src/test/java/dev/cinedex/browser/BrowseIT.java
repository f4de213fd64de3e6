package dev.cinedex.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import dev.cinedex.testing.ThoroughTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The rows of a table are found by its keys, and lead on to others. */
@BrowserTest
class BrowseIT {
  private static final String PAIR = "browse_by_actor_and_genre";
  private static final String PERSON = "browse_by_person";
  private static final String NEWEST = "browse_by_director_newest";
  private static final String LATER = "browse_later";

  @BeforeAll
  static void build() {
    Lookups.build(
        Map.of(
            PAIR,
            Map.of("partition", List.of("actor", "genre"), "clustering", List.of("title")),
            PERSON,
            Map.of(
                "partition",
                List.of(Map.of("person", List.of("actor", "director"))),
                "clustering",
                List.of("role", "title")),
            NEWEST,
            Map.of(
                "partition",
                List.of("director"),
                "clustering",
                List.of("release_year desc", "title"))));
  }

  @AfterAll
  static void drop() {
    Lookups.drop(PAIR, PERSON, NEWEST, LATER);
  }

  @Test
  void aTableAndAKeyAreChosen(Window window) {
    window.open("/browse");

    window.choose("Table", "movies_by_genre");
    assertThat(window.heading("Browse movies_by_genre")).isVisible();
    window.fill("genre", "War");
    window.button("Show").click();

    assertThat(window.heading("War in movies_by_genre")).isVisible();
    List<String> titles = titles("/genres/War/movies");
    assertThat(window.column("Rows of movies_by_genre", "Title", titles.size())).isEqualTo(titles);
    assertThat(window.column("Rows of movies_by_genre", "State", titles.size()))
        .containsOnly("✓ ok");
  }

  @ThoroughTest
  void aNameLeadsToItsPartitionAndBack(Window window) {
    window.open("/browse/movies_by_actor?actor=Val%20Kilmer");
    window.link("Robert De Niro").first().click();
    assertThat(window.heading("Robert De Niro in movies_by_actor")).isVisible();
    window.link("Crime").first().click();
    assertThat(window.heading("Crime in movies_by_genre")).isVisible();
    window.link("Michael Mann").first().click();
    assertThat(window.heading("Michael Mann in " + NEWEST)).isVisible();
    window.link("Heat").click();
    assertThat(window.heading("Heat")).isVisible();

    for (int back = 0; back < 3; back++) {
      window.page().goBack();
    }
    assertThat(window.heading("Robert De Niro in movies_by_actor")).isVisible();
    assertThat(window.named(AriaRole.COMBOBOX, "Table")).hasValue("movies_by_actor");
    assertThat(window.field("actor")).hasValue("Robert De Niro");
  }

  @ThoroughTest
  void anIdOpensItsMovie(Window window) {
    String id = Api.create("Following", List.of("Neo-Noir"), List.of());
    window.open("/tables");

    go(window, id);

    assertThat(window.heading("Following")).isVisible();
  }

  @ThoroughTest
  void aKeyOfOneTableOpensItAndAKeyOfSeveralIsOffered(Window window) {
    Api.create("Cube", List.of("Labyrinth"), List.of());
    window.open("/overview");

    go(window, "Labyrinth");
    assertThat(window.heading("Labyrinth in movies_by_genre")).isVisible();
    go(window, "Michael Mann");
    assertThat(window.link("Michael Mann in " + NEWEST)).isVisible();
    window.link("Michael Mann in " + PERSON).click();
    assertThat(window.heading("Michael Mann in " + PERSON)).isVisible();
    assertThat(window.link("Michael Mann in " + NEWEST)).hasCount(0);
    go(window, "Nobody at all");
    assertThat(window.text("No ready table has the key “Nobody at all”.")).isVisible();
  }

  @ThoroughTest
  void aKeyMayBeginAnywhereAndRunBackwards(Window window) {
    window.open("/browse/movies_by_actor?actor=Robert%20Duvall");
    window.fill("title begins", "The G");
    window.button("Show").click();

    List<String> begun = titles("/actors/Robert%20Duvall/movies?prefix=The%20G");
    assertThat(window.column("Rows of movies_by_actor", "Title", begun.size()))
        .isEqualTo(begun)
        .isNotEmpty();
    window.choose("Order", "reversed");
    window.fill("title begins", "");
    window.button("Show").click();
    List<String> reversed = titles("/actors/Robert%20Duvall/movies?order=desc");
    assertThat(window.column("Rows of movies_by_actor", "Title", reversed.size()))
        .isEqualTo(reversed);
    window.fill("title begins", "Zz");
    window.button("Show").click();
    window.link("All its rows").click();
    assertThat(window.rows("Rows of movies_by_actor")).hasCount(reversed.size());
  }

  @ThoroughTest
  void aListSaysHowItIsRead(Window window) {
    window.open("/browse/movies_by_actor?actor=Robert%20Duvall");
    int rows = titles("/actors/Robert%20Duvall/movies").size();
    assertThat(window.page().getByText(rows + " rows · read compared")).isVisible();

    for (String mode : List.of("indexed", "verified")) {
      window.choose("Read", mode);
      window.button("Show").click();
      assertThat(window.page().getByText(rows + " rows · read " + mode)).isVisible();
      assertThat(window.page().getByText(Pattern.compile("^%s: .+".formatted(mode)))).isVisible();
      assertThat(window.column("Rows of movies_by_actor", "State", rows)).containsOnly("");
    }
  }

  @Test
  void aLongKeyIsReadPageByPage(Window window) {
    List<String> all = titles("/genres/Drama/movies?limit=200");
    window.open("/browse/movies_by_genre?genre=Drama");
    List<String> first = window.column("Rows of movies_by_genre", "Title", 40);
    assertThat(window.link("Page before")).hasCount(0);

    List<String> read = new ArrayList<>(first);
    while (read.size() < all.size()) {
      window.link("Next page").click();
      int rest = Math.min(40, all.size() - read.size());
      assertThat(window.link(all.get(read.size()))).isVisible();
      read.addAll(window.column("Rows of movies_by_genre", "Title", rest));
    }

    assertThat(read).isEqualTo(all);
    assertThat(window.link("Next page")).hasCount(0);
    window.link("Page before").click();
    assertThat(window.link(first.get(0))).isVisible();
    assertThat(window.column("Rows of movies_by_genre", "Title", 40)).isEqualTo(first);
    window.link("Next page").click();
    assertThat(window.link(all.get(40))).isVisible();
    window.link("First page").click();
    assertThat(window.link(first.get(0))).isVisible();
  }

  @ThoroughTest
  void theKeysOfATableAreListedInTokenOrder(Window window) {
    window.open("/browse/movies_by_actor");
    JsonNode first = Api.get("/lookups/movies_by_actor/keys?limit=100");
    JsonNode second =
        Api.get(
            "/lookups/movies_by_actor/keys?limit=100&cursor=" + first.get("nextCursor").asText());

    assertThat(Window.lines(window.items("Keys"), 100)).isEqualTo(texts(first, "actor"));
    window.link("Next keys").click();
    Locator next =
        window
            .items("Keys")
            .filter(new Locator.FilterOptions().setHasText(texts(second, "actor").get(0)));
    assertThat(next.first()).isVisible();
    assertThat(Window.lines(window.items("Keys"), 100)).isEqualTo(texts(second, "actor"));
    next.first().getByRole(AriaRole.LINK).click();
    assertThat(window.heading(texts(second, "actor").get(0) + " in movies_by_actor")).isVisible();
  }

  @ThoroughTest
  void theLargestPartitionsLeadToTheirRows(Window window) {
    window.open("/browse/movies_by_genre");

    Locator largest = window.rows("The largest partitions").first();
    assertThat(largest).containsText(Pattern.compile("Drama, bucket \\d"));
    largest.getByRole(AriaRole.LINK).click();

    assertThat(window.heading("Drama in movies_by_genre")).isVisible();
    assertThat(window.rows("Rows of movies_by_genre")).hasCount(40);
  }

  @ThoroughTest
  void aKeyThatNobodyHasIsSaidToBeMissing(Window window) {
    window.open("/browse/movies_by_actor?actor=Fredd");

    assertThat(window.page().getByText("Nobody has the key “Fredd” in movies_by_actor."))
        .isVisible();
    window.link("Some keys that it has").click();
    assertThat(window.items("Keys").first()).isVisible();
  }

  @ThoroughTest
  void aCompositeKeyAsksForEachPart(Window window) {
    window.open("/browse/" + PAIR);
    window.fill("actor", "Al Pacino");
    window.button("Show").click();
    assertThat(window.heading("Browse " + PAIR)).isVisible(); // the browser asks for the rest
    window.fill("genre", "Thriller");
    window.button("Show").click();

    assertThat(window.heading("Al Pacino · Thriller in " + PAIR)).isVisible();
    assertThat(window.link("Heat")).isVisible();
    List<String> titles = titles("/lookups/" + PAIR + "/movies?actor=Al%20Pacino&genre=Thriller");
    assertThat(window.column("Rows of " + PAIR, "Title", titles.size())).isEqualTo(titles);
  }

  @ThoroughTest
  void aPersonIsFoundInEachRole(Window window) {
    window.open("/browse/" + PERSON + "?person=Charlie%20Chaplin");

    List<String> roles =
        texts(Api.get("/lookups/" + PERSON + "/movies?person=Charlie%20Chaplin"), "role");
    assertThat(roles).contains("actor", "director");
    assertThat(window.column("Rows of " + PERSON, "role", roles.size())).isEqualTo(roles);
    window.fill("role begins", "director");
    window.button("Show").click();
    assertThat(window.page().getByText("3 rows · read compared")).isVisible();
    assertThat(window.column("Rows of " + PERSON, "role", 3)).containsOnly("director");
  }

  @ThoroughTest
  void yearsHaveBoundsAndAWrongOneKeepsTheForm(Window window) {
    window.open("/browse/" + NEWEST + "?director=Akira%20Kurosawa");
    List<String> titles =
        titles("/lookups/" + NEWEST + "/movies?director=Akira%20Kurosawa&from=1954");
    window.fill("release_year from", "1954");
    window.button("Show").click();
    assertThat(window.page().getByText("%d rows · read compared".formatted(titles.size())))
        .isVisible();
    assertThat(window.column("Rows of " + NEWEST, "Title", titles.size())).isEqualTo(titles);

    window.fill("release_year from", "long ago");
    window.button("Show").click();

    assertThat(window.page().getByText("from: 'long ago' is not")).isVisible();
    assertThat(window.field("release_year from")).hasValue("long ago");
    assertThat(window.field("director")).hasValue("Akira Kurosawa");
  }

  @ThoroughTest
  void aTableThatIsNotReadyShowsItsProgressAndThenItsKeys(Window window) {
    String job = Lookups.begin(LATER, Lookups.build(Map.of("partition", List.of("director"))));
    Api.patch("/jobs/" + job, Map.of("state", "paused"));
    window.open("/browse/" + LATER);

    assertThat(window.page().getByText(LATER + " is being built, so it cannot be read now."))
        .isVisible();
    Locator state = window.page().getByText(LATER + " is being built, so it cannot be read now.");
    assertThat(state)
        .containsText(Pattern.compile("The job build: paused,\\s+0 of [\\d,]+ slices"));
    assertThat(window.named(AriaRole.COMBOBOX, "Table")).hasValue(LATER);
    assertThat(window.button("Show")).hasCount(0);
    Api.patch("/jobs/" + job, Map.of("state", "running"));
    assertThat(window.field("director")).isVisible();
    assertThat(window.items("Keys").first()).isVisible();
  }

  private static void go(Window window, String text) {
    window.press("/");
    window.press("Control+a");
    window.page().keyboard().insertText(text);
    window.press("Enter");
  }

  private static List<String> titles(String list) {
    return texts(Api.get(list), "title");
  }

  private static List<String> texts(JsonNode page, String field) {
    List<String> texts = new ArrayList<>();
    page.get("items").forEach(item -> texts.add(item.get(field).asText()));
    return texts;
  }
}
