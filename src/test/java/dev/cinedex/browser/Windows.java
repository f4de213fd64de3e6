package dev.cinedex.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The windows of a test. They share nothing, neither with each other nor with other tests. */
final class Windows {
  /** Where screenshots and traces stay. */
  static final Path RESULTS = Path.of("target", "browser");

  private final String test;
  private final List<Window> open = new ArrayList<>();

  Windows(String test) {
    this.test = test;
  }

  /** Opens a window without a page. */
  Window open() {
    Window window = new Window(Chromium.newContext(), this);
    open.add(window);
    return window;
  }

  /**
   * Closes the windows, and reports what went wrong in them.
   *
   * @param failed whether the test has failed, so that its traces are kept
   */
  void close(boolean failed) {
    List<String> errors = open.stream().flatMap(window -> window.errors().stream()).toList();
    boolean keep = failed || !errors.isEmpty();
    for (int i = 0; i < open.size(); i++) {
      open.get(i).close(keep ? "failed-%s-%d".formatted(test, i) : "");
    }
    assertThat(errors).as("errors in the windows of this test").isEmpty();
  }
}
