package dev.cinedex.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType.LaunchOptions;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.util.List;
import java.util.Map;

/** The browser of the tests, one for all of them. A context of it is as a browser of its own. */
final class Chromium {
  private static final double PATIENCE_MILLIS = 30_000;

  /** Without these, it asks hosts of its maker at every start. */
  private static final List<String> OPTIONS =
      List.of(
          "--disable-quic",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync",
          "--no-first-run",
          "--disable-gpu");

  private static final Browser BROWSER = launch(Programs.find().orElseThrow());

  private Chromium() {}

  /** Opens a context that is closed by who asks for it. */
  static BrowserContext newContext() {
    BrowserContext context =
        BROWSER.newContext(
            new Browser.NewContextOptions()
                .setViewportSize(1280, 800)
                .setLocale("en-GB")
                .setTimezoneId("UTC"));
    context.setDefaultTimeout(PATIENCE_MILLIS);
    return context;
  }

  private static Browser launch(Programs programs) {
    Playwright playwright =
        Playwright.create(
            new Playwright.CreateOptions()
                .setEnv(
                    Map.of(
                        "PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD",
                        "1",
                        "PLAYWRIGHT_NODEJS_PATH",
                        programs.node().toString())));
    PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MILLIS);
    LaunchOptions options =
        new LaunchOptions()
            .setExecutablePath(programs.chromium())
            .setHeadless(!Programs.isHeaded())
            .setSlowMo(Programs.isHeaded() ? 400 : 0)
            .setArgs(OPTIONS);
    try {
      return playwright.chromium().launch(options);
    } catch (RuntimeException e) {
      throw new IllegalStateException(
          "Playwright cannot start %s. If that is a new Chromium, Playwright may need an update"
              .formatted(programs.chromium()),
          e);
    }
  }
}
