package dev.cinedex.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.util.List;

/**
 * Looks at a screen in light and dark, at the widths of a desk, a phone and a small phone: axe
 * finds no violation of WCAG 2.2 A and AA, and the page does not scroll sideways.
 */
final class Accessible {
  private static final List<Integer> WIDTHS = List.of(1280, 390, 320);

  private static final String RUN =
      """
      async () => {
        const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"];
        const found = await axe.run(document, {runOnly: {type: "tag", values: tags}, resultTypes: ["violations"]});
        return found.violations.flatMap(rule => rule.nodes.map(node =>
          `${rule.id}: ${node.html.slice(0, 200)} ${node.failureSummary.replace(/\\s+/g, " ")}`));
      }
      """;

  private static final String OVERHANG =
      """
      () => {
        const width = document.documentElement.clientWidth;
        if (document.documentElement.scrollWidth <= width) return "";
        return [...document.querySelectorAll("body *")]
          .filter(each => each.getBoundingClientRect().right > width + 1 && !each.closest(".scroll"))
          .map(each => each.outerHTML.slice(0, 120)).slice(0, 3).join(" ") || "the page";
      }
      """;

  private static final String NEXT_FRAME =
      "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))";

  private Accessible() {}

  /** Checks that the page of a small phone does not scroll sideways. */
  static void assertFitsSmallPhone(Window window) {
    window.page().setViewportSize(320, 800);
    window.page().evaluate(NEXT_FRAME);
    assertThat(window.page().evaluate(OVERHANG)).as("reaches beyond the window").isEqualTo("");
  }

  /**
   * @param name the name of the screenshots of this screen
   */
  static void assertAccessible(Window window, String name) {
    Page page = window.page();
    page.evaluate(AxeBuilder.getAxeScript());
    for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
      page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
      for (int width : WIDTHS) {
        page.setViewportSize(width, 800);
        page.evaluate(NEXT_FRAME);
        String what =
            "%s-%s-%d".formatted(name, scheme.name().toLowerCase(java.util.Locale.ROOT), width);
        window.screenshot(what);
        assertThat(page.evaluate(OVERHANG)).as("%s reaches beyond the window", what).isEqualTo("");
        assertThat((List<?>) page.evaluate(RUN)).as("%s: axe", what).isEmpty();
      }
    }
    page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.LIGHT));
    page.setViewportSize(1280, 800);
  }
}
