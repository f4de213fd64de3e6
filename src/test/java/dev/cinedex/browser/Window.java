package dev.cinedex.browser;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.Tracing;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.SelectOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** One window of the browser, and what goes wrong in it. */
final class Window {
  /** Whether traces have the page before and after each step, which costs as much as the tests. */
  private static final boolean SNAPSHOTS = Boolean.getBoolean("browser.snapshots");

  /** How much later each picture is drawn, as on a machine that is busy; 0 for no delay. */
  private static final int FRAME_MILLIS = Integer.getInteger("browser.frameMillis", 0);

  private static final String SLOW_FRAMES =
      """
      const draw = window.requestAnimationFrame.bind(window);
      window.requestAnimationFrame = (called) => setTimeout(() => draw(called), %d);
      """;

  private final BrowserContext context;
  private final Page page;
  private final Windows windows;
  private final Faultless faultless;
  private final RunFunctions functions;
  private String url = BrowserService.url();

  Window(BrowserContext context, Windows windows) {
    this.context = context;
    this.page = context.newPage();
    this.windows = windows;
    this.faultless = new Faultless(page);
    this.functions = new RunFunctions(page);
    if (FRAME_MILLIS > 0) {
      context.addInitScript(SLOW_FRAMES.formatted(FRAME_MILLIS));
    }
    context.tracing().start(new Tracing.StartOptions().setSnapshots(SNAPSHOTS));
  }

  /** Returns Playwright's page, for what this class has no method for. */
  Page page() {
    return page;
  }

  /** Opens the screens of another service from now on. */
  Window of(OwnService service) {
    url = service.url();
    alsoAllow(url);
    return this;
  }

  /** Opens another window, as somebody else would. */
  Window another() {
    return windows.open();
  }

  /**
   * Opens a screen, and waits until its heading is there.
   *
   * @param route the part of the address after {@code #}, such as {@code /movies/new}
   */
  Window open(String route) {
    page.navigate(url + "/#" + route);
    page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setLevel(1)).first().waitFor();
    return this;
  }

  /** Loads the page again. */
  void reload() {
    functions.count();
    page.reload();
    page.getByRole(AriaRole.HEADING, new Page.GetByRoleOptions().setLevel(1)).first().waitFor();
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

  /** Returns the element with exactly this text. */
  Locator text(String text) {
    return page.getByText(text, new Page.GetByTextOptions().setExact(true));
  }

  /** Returns what has a role and exactly this name. */
  Locator named(AriaRole role, String name) {
    return page.getByRole(role, new GetByRoleOptions().setName(name).setExact(true));
  }

  /** Types into a field as people do, who see the page as it is, and see what they have typed. */
  void fill(String label, String text) {
    waitUntilDrawn();
    field(label).fill(text);
    waitUntilDrawn();
  }

  /** Adds a name to a list of names. */
  void add(String label, String name) {
    fill(label, name);
    field(label).press("Enter");
    waitUntilDrawn();
  }

  /** The page draws what has changed in its next frame, and its frames are called in order. */
  private void waitUntilDrawn() {
    page.evaluate("() => new Promise(done => requestAnimationFrame(done))");
  }

  /** Returns the items of the list with this name. */
  Locator items(String list) {
    return named(AriaRole.LIST, list).getByRole(AriaRole.LISTITEM);
  }

  /** Returns the rows of the table with this name, without its head. */
  Locator rows(String table) {
    return region(table).locator("tbody").getByRole(AriaRole.ROW);
  }

  /** Returns the cells of a column of a table, when it has so many rows. */
  List<String> column(String table, String head, int count) {
    PlaywrightAssertions.assertThat(rows(table)).hasCount(count);
    List<String> heads = lines(region(table).getByRole(AriaRole.COLUMNHEADER));
    int place = heads.indexOf(head);
    if (place < 0) {
      throw new AssertionError("The columns are " + heads);
    }
    return count == 0
        ? List.of()
        : lines(rows(table).locator("td:nth-child(%d)".formatted(place + 1)));
  }

  /** Chooses one of the texts of a list that its label stands around. */
  void choose(String label, String text) {
    named(AriaRole.COMBOBOX, label).selectOption(new SelectOption().setLabel(text));
  }

  /**
   * Returns the lines that the foot of the screen offers to be copied.
   *
   * @param program {@code curl} or {@code cql}
   */
  List<String> offered(String program) {
    Locator offered = page.locator("pre." + program);
    offered.waitFor();
    return offered.innerText().lines().toList();
  }

  /** Returns the texts of some elements, each in one line; the first of them must be there. */
  static List<String> lines(Locator elements) {
    elements.first().waitFor();
    return elements.allInnerTexts().stream()
        .map(text -> text.replaceAll("\\s+", " ").strip())
        .toList();
  }

  /** Returns the texts of so many elements, when they are there. */
  static List<String> lines(Locator elements, int count) {
    PlaywrightAssertions.assertThat(elements).hasCount(count);
    return lines(elements);
  }

  /**
   * Clicks some elements before the page is drawn again, as on a machine that is busy.
   *
   * @param selectors CSS selectors, each of the first element that is clicked
   */
  void clickWithinOneFrame(String... selectors) {
    page.evaluate(
        "all => all.forEach(each => document.querySelector(each).click())", List.of(selectors));
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

  /**
   * @param trace the name of the screenshot and the trace that stay; empty for none
   */
  void close(String trace) {
    functions.count();
    Tracing.StopOptions options = new Tracing.StopOptions();
    if (!trace.isEmpty()) {
      screenshot(trace);
      options.setPath(Windows.RESULTS.resolve(trace + ".zip"));
    }
    context.tracing().stop(options);
    context.close();
  }
}
