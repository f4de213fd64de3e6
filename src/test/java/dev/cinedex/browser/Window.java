package dev.cinedex.browser;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.options.AriaRole;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** One window of the browser, and what goes wrong in it. */
final class Window {
  private final Page page;
  private final Windows windows;
  private final Faultless faultless;
  private final RunFunctions functions;

  Window(Page page, Windows windows) {
    this.page = page;
    this.windows = windows;
    this.faultless = new Faultless(page);
    this.functions = new RunFunctions(page);
  }

  /** Returns Playwright's page, for what this class has no method for. */
  Page page() {
    return page;
  }

  /** Opens another window of the same browser. */
  Window another() {
    return windows.open();
  }

  /**
   * Opens a screen, and waits until its heading is there.
   *
   * @param route the part of the address after {@code #}, such as {@code /movies/new}
   */
  Window open(String route) {
    page.navigate(BrowserService.url() + "/#" + route);
    page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setLevel(1)).first().waitFor();
    return this;
  }

  Locator button(String name) {
    return named(AriaRole.BUTTON, name);
  }

  Locator link(String name) {
    return named(AriaRole.LINK, name);
  }

  Locator heading(String name) {
    return named(AriaRole.HEADING, name);
  }

  Locator region(String name) {
    return named(AriaRole.REGION, name);
  }

  /** Returns the field with this label. */
  Locator field(String label) {
    return page.getByLabel(label, new Page.GetByLabelOptions().setExact(true));
  }

  /** Returns what has a role and exactly this name. */
  Locator named(AriaRole role, String name) {
    return page.getByRole(role, new GetByRoleOptions().setName(name).setExact(true));
  }

  void press(String keys) {
    page.keyboard().press(keys);
  }

  /** Keeps a picture of the window in {@code target/browser}. */
  Path screenshot(String name) {
    Path file = Windows.RESULTS.resolve(name + ".png");
    page.screenshot(new Page.ScreenshotOptions().setPath(file));
    return file;
  }

  /** Allows requests to another origin, for a test of what its pages can do. */
  void alsoAllow(String origin) {
    faultless.alsoAllow(origin);
  }

  List<String> errors() {
    return new ArrayList<>(faultless.errors());
  }

  void countFunctions() {
    functions.count();
  }
}
