package dev.cinedex.browser;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.Route.FulfillOptions;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Problems that a window gets in place of the service's answers. */
final class Refusals {
  private Refusals() {}

  /**
   * Answers requests by a problem before they reach the service.
   *
   * @param part of their address; a dry run is only meant when it is named
   * @param times how many of them are refused; those after them reach the service
   * @return how many were sent
   */
  static AtomicInteger refuse(Window window, String method, String part, String type, int times) {
    AtomicInteger sent = new AtomicInteger();
    Page page = window.page();
    page.route(
        url -> url.contains(part) && url.contains("dryRun") == part.contains("dryRun"),
        route -> {
          if (!route.request().method().equals(method) || sent.incrementAndGet() > times) {
            route.resume();
            return;
          }
          fulfil(route, type);
        });
    return sent;
  }

  private static void fulfil(Route route, String type) {
    int status = type.equals("rate-limited") ? 429 : 503;
    route.fulfill(
        new FulfillOptions()
            .setStatus(status)
            .setContentType("application/problem+json")
            .setHeaders(Map.of("Retry-After", "1"))
            .setBody(
                "{\"type\":\"urn:cinedex:problem:%s\",\"title\":\"Too busy: %s\",\"status\":%d,\"detail\":\"Try it again.\"}"
                    .formatted(type, type, status)));
  }
}
