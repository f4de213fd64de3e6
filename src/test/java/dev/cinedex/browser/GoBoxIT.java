package dev.cinedex.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Response;
import dev.cinedex.testing.ThoroughTest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The go box opens a movie by its id, and a partition of any table by its key. */
@BrowserTest
class GoBoxIT {
  private static final String DIRECTOR = "go_by_director";
  private static final String PERSON = "go_by_person";
  private static final String YEAR = "go_by_year";

  @BeforeAll
  static void build() {
    Lookups.build(
        Map.of(
            DIRECTOR,
            Map.of("partition", List.of("director"), "clustering", List.of("title")),
            PERSON,
            Lookups.BY_PERSON,
            YEAR,
            Map.of("partition", List.of("release_year"), "clustering", List.of("title"))));
  }

  @AfterAll
  static void drop() {
    Lookups.drop(DIRECTOR, PERSON, YEAR);
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
    assertThat(window.link("Michael Mann in " + DIRECTOR)).isVisible();
    window.link("Michael Mann in " + PERSON).click();
    assertThat(window.heading("Michael Mann in " + PERSON)).isVisible();
    assertThat(window.link("Michael Mann in " + DIRECTOR)).hasCount(0);
    go(window, "Nobody at all");
    assertThat(window.page().getByText("No ready table has the key “Nobody at all”.")).isVisible();
  }

  @ThoroughTest
  void aTableOfNumbersIsAskedForNumbersAlone(Window window) {
    List<String> refused = new ArrayList<>();
    window.page().onResponse(answer -> addRefused(answer, refused));
    window.open("/overview");

    go(window, "Crime");
    assertThat(window.heading("Crime in movies_by_genre")).isVisible();
    go(window, "1995");

    assertThat(window.heading("1995 in " + YEAR)).isVisible();
    assertThat(refused).isEmpty();
  }

  @ThoroughTest
  void aTableThatCannotBeAskedIsNotSaidToLackTheKey(Window window) {
    window.open("/overview");
    Refusals.refuse(window, "GET", DIRECTOR + "/movies", "overloaded", 1);

    go(window, "Nobody at all");
    assertThat(window.page().getByText("Too busy: overloaded.")).isVisible();
    window.press("Escape");

    assertThat(window.page().getByText("Too busy: overloaded.")).isHidden();
  }

  private static void addRefused(Response answer, List<String> refused) {
    if (answer.status() == 400) {
      refused.add(answer.url());
    }
  }

  private static void go(Window window, String text) {
    window.press("/");
    window.press("Control+a");
    window.page().keyboard().insertText(text);
    window.press("Enter");
  }
}
