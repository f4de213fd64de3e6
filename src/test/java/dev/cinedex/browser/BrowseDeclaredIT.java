package dev.cinedex.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.AriaRole;
import dev.cinedex.testing.ThoroughTest;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The rows of declared tables, whose keys have several columns, roles or bounds. */
@BrowserTest
class BrowseDeclaredIT {
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
            Lookups.BY_PERSON,
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
  void aCompositeKeyAsksForEachPart(Window window) {
    window.open("/browse/" + PAIR);
    window.fill("actor", "Al Pacino");
    window.button("Show").click();
    assertThat(window.heading("Browse " + PAIR)).isVisible(); // the browser asks for the rest
    window.fill("genre", "Thriller");
    window.button("Show").click();

    assertThat(window.heading("Al Pacino · Thriller in " + PAIR)).isVisible();
    assertThat(window.link("Heat")).isVisible();
    List<String> titles =
        Api.titles("/lookups/" + PAIR + "/movies?actor=Al%20Pacino&genre=Thriller");
    assertThat(window.column("Rows of " + PAIR, "Title", titles.size())).isEqualTo(titles);
  }

  @ThoroughTest
  void aPersonIsFoundInEachRole(Window window) {
    window.open("/browse/" + PERSON + "?person=Charlie%20Chaplin");

    List<String> roles =
        Api.texts(
            Api.get("/lookups/" + PERSON + "/movies?person=Charlie%20Chaplin").get("items"),
            "role");
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
        Api.titles("/lookups/" + NEWEST + "/movies?director=Akira%20Kurosawa&from=1954");
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
    Accessible.assertAccessible(window, "browse-not-ready");
    Api.patch("/jobs/" + job, Map.of("state", "running"));
    assertThat(window.field("director")).isVisible();
    assertThat(window.items("Keys").first()).isVisible();
  }
}
