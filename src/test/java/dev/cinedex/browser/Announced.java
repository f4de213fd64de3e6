package dev.cinedex.browser;

import java.util.List;

/** What the page of a window says to screen readers without being asked. */
final class Announced {
  private static final String LISTEN =
      """
      () => {
        const regions = "[role=status], [role=alert], [aria-live]";
        window.announced = [];
        const say = (region) => region.textContent.trim() && announced.push(region.textContent.trim());
        new MutationObserver((changes) => changes.forEach(({target, addedNodes}) => {
          const region = (target.nodeType === Node.ELEMENT_NODE ? target : target.parentElement)?.closest(regions);
          if (region) say(region);
          else [...addedNodes].filter(node => node.nodeType === Node.ELEMENT_NODE)
            .flatMap(node => [...(node.matches(regions) ? [node] : []), ...node.querySelectorAll(regions)]).forEach(say);
        })).observe(document.body, {childList: true, characterData: true, subtree: true});
      }
      """;

  private final Window window;

  private Announced(Window window) {
    this.window = window;
  }

  /** Listens from now on. */
  static Announced in(Window window) {
    window.page().evaluate(LISTEN);
    return new Announced(window);
  }

  /** Returns the texts so far, each once. */
  List<String> texts() {
    return ((List<?>) window.page().evaluate("announced"))
        .stream().map(String::valueOf).distinct().toList();
  }
}
