package dev.cinedex.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import dev.cinedex.testing.ThoroughTest;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A row that somebody else has changed is seen beside what it should be, and repaired. */
@BrowserTest
class RepairIT {
  @Test
  void aStaleRowIsShownWithItsWriterAndRepaired(Window window) {
    String id = Api.create("Serpico", List.of("Crime"), List.of("Al Pacino"));
    StoredRows before = StoredRows.of(id);
    StoredRows.makeStale(id, "Serpico", "Al Pacino");

    window.open("/movies/" + id);

    Locator stale = window.items("Rows of this movie").first();
    assertThat(stale)
        .containsText(Pattern.compile("≠ stale\\s+movies_by_actor\\s+Al Pacino · Serpico"));
    assertThat(stale).containsText("release_year 1800 → 1995");
    assertThat(stale).containsText("by somebody else");
    Accessible.assertAccessible(window, "movie-stale");
    window.button("Repair …").click();
    Locator repair = window.region("What repairing would write");
    assertThat(repair).containsText("release_year 1800 → 1995");
    Accessible.assertAccessible(window, "movie-repair");
    window.button("Repair these rows").click();
    assertThat(window.text("Repaired: 1 row.")).isVisible();
    assertThat(window.items("Rows of this movie").first()).containsText("ok");
    assertThat(StoredRows.of(id)).isEqualTo(before);
  }

  @ThoroughTest
  void aMissingRowIsShownAndWritten(Window window) {
    String id = Api.create("Insomnia", List.of("Thriller"), List.of("Al Pacino", "Robin Williams"));
    StoredRows before = StoredRows.of(id);
    cql(
        "DELETE FROM %s.movies_by_actor WHERE actor = 'Robin Williams' AND title = 'Insomnia' AND movie_id = ?",
        id);

    window.open("/movies/" + id);

    assertThat(window.items("Rows of this movie").first())
        .containsText(Pattern.compile("○ missing\\s+movies_by_actor\\s+Robin Williams · Insomnia"));
    window.button("Repair …").click();
    assertThat(Window.lines(window.items("Rows that would change"), 1))
        .containsExactly("+ insert movies_by_actor Robin Williams · Insomnia");
    window.button("Repair these rows").click();
    assertThat(window.text("Repaired: 1 row.")).isVisible();
    assertThat(StoredRows.of(id)).isEqualTo(before);
  }

  @ThoroughTest
  void anOrphanIsFoundInAllTablesAndDeleted(Window window) {
    String id = Api.create("Cruising", List.of("Thriller"), List.of("Al Pacino"));
    StoredRows before = StoredRows.of(id);
    cql(
        "INSERT INTO %s.movies_by_actor (actor, title, movie_id, release_year) VALUES ('Nobody', 'Cruising', ?, 1980)",
        id);
    window.open("/movies/" + id);
    assertThat(window.items("Rows of this movie")).hasCount(2);

    window.button("Find orphans in all tables").click();

    assertThat(window.items("Rows of this movie").first())
        .containsText(Pattern.compile("✕ orphaned\\s+movies_by_actor\\s+Nobody · Cruising"));
    window.button("Repair …").click();
    assertThat(Window.lines(window.items("Rows that would change"), 1))
        .containsExactly("− delete movies_by_actor Nobody · Cruising");
    window.button("Repair these rows").click();
    assertThat(window.text("Repaired: 1 row.")).isVisible();
    assertThat(StoredRows.of(id)).isEqualTo(before);
  }

  private static void cql(String statement, String id) {
    BrowserService.session()
        .execute(statement.formatted(BrowserService.keyspace()), UUID.fromString(id));
  }
}
