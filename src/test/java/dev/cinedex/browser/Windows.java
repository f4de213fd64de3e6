package dev.cinedex.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Tracing;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The windows of a test. They share nothing with those of other tests: each test has a context of
 * its own.
 */
final class Windows {
  /** Where screenshots and traces stay. */
  static final Path RESULTS = Path.of("target", "browser");

  private final String test;
  private final BrowserContext context = Chromium.newContext();
  private final List<Window> open = new ArrayList<>();

  Windows(String test) {
    this.test = test;
    context.tracing().start(new Tracing.StartOptions().setSnapshots(true));
  }

  /** Opens a window on the service, without a page. */
  Window open() {
    Window window = new Window(context.newPage(), this);
    open.add(window);
    return window;
  }

  /**
   * Closes the windows, and reports what went wrong in them.
   *
   * @param failed whether the test has failed, so that its trace is kept
   */
  void close(boolean failed) {
    List<String> errors = open.stream().flatMap(window -> window.errors().stream()).toList();
    open.forEach(Window::countFunctions);
    boolean keep = failed || !errors.isEmpty();
    if (keep && !open.isEmpty()) {
      open.get(0).screenshot("failed-" + test);
    }
    context
        .tracing()
        .stop(
            keep
                ? new Tracing.StopOptions().setPath(RESULTS.resolve("failed-" + test + ".zip"))
                : new Tracing.StopOptions());
    context.close();
    assertThat(errors).as("errors in the windows of this test").isEmpty();
  }
}
