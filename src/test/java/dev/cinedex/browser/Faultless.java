package dev.cinedex.browser;

import com.microsoft.playwright.ConsoleMessage;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.Response;
import java.util.ArrayList;
import java.util.List;

/**
 * Collects what must not happen in a page: errors of its scripts and in its console, which has the
 * violations of the content security policy too; requests to other hosts; and parts of the page
 * that are missing. An answer of the API may be a problem.
 */
final class Faultless {
  private static final String REFUSED = "Failed to load resource: ";

  private final Page page;
  private final List<String> errors = new ArrayList<>();
  private final List<String> allowed = new ArrayList<>(List.of(BrowserService.url()));

  Faultless(Page page) {
    this.page = page;
    page.onConsoleMessage(this::read);
    page.onPageError(error -> errors.add("page error: " + error));
    page.onRequest(this::check);
    page.onResponse(this::check);
  }

  void alsoAllow(String origin) {
    allowed.add(origin);
  }

  /** Returns the errors so far. */
  List<String> errors() {
    if (!page.isClosed()) {
      page.evaluate("1"); // lets Playwright deliver the events that wait
    }
    return errors;
  }

  private void read(ConsoleMessage message) {
    if (message.type().equals("error") && !message.text().startsWith(REFUSED)) {
      errors.add("console: %s (%s)".formatted(message.text(), message.location()));
    }
  }

  private void check(Request request) {
    String url = request.url();
    if (!url.startsWith("data:")
        && !url.startsWith("blob:")
        && !url.startsWith("about:")
        && allowed.stream().noneMatch(origin -> url.startsWith(origin + "/"))) {
      errors.add("request to another host: " + url);
    }
  }

  private void check(Response response) {
    String path = response.url().replaceFirst("https?://[^/]*", "").replaceFirst("[?].*", "");
    if (response.status() >= 400 && (path.equals("/") || path.startsWith("/ui/"))) {
      errors.add("%d for %s".formatted(response.status(), path));
    }
  }
}
