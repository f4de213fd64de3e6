package dev.cinedex.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import java.util.List;

/** Values that are content, and never markup, code, an address, or the name of a property. */
final class Hostile {
  static final String IMAGE = "<img src=x onerror=\"window.hacked=1\">";
  static final String SCRIPT = "\"><script>window.hacked=1</script>";
  static final String TEMPLATE = "${7*7}{{7*7}}";
  static final String OVERRIDE = "evil\u202Eexe.ivom";
  static final String LONG = "W".repeat(500);
  static final String PATH = "a/b?c#d%2F&e=f";
  static final String PROPERTY = "__proto__";

  static final List<String> VALUES =
      List.of(IMAGE, SCRIPT, TEMPLATE, OVERRIDE, LONG, PATH, PROPERTY);

  /** The API accepts titles of 500 letters, and names of 200. */
  private static final int LONGEST_NAME = 200;

  private Hostile() {}

  /** Returns as much of a value as a name may have. */
  static String name(String value) {
    return value.substring(0, Math.min(value.length(), LONGEST_NAME));
  }

  /** Returns the elements within another that have exactly this text. */
  static Locator exactly(Locator within, String text) {
    return within.getByText(text, new Locator.GetByTextOptions().setExact(true));
  }

  /** Checks that no script of a value has run, that it made no element, and that it fits. */
  static void assertHarmless(Window window) {
    assertThat(window.page().evaluate("window.hacked ?? null")).isNull();
    assertThat(window.page().locator("main img, main script, body > script")).hasCount(0);
    assertThat(window.page().locator("body")).not().containsText("4949");
    Accessible.assertFitsSmallPhone(window);
  }
}
