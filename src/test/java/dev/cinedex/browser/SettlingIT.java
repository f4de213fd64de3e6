package dev.cinedex.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.APIResponse;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.Route.FulfillOptions;
import dev.cinedex.testing.ThoroughTest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/** The page asks again as long as something is under way, and only while somebody looks. */
@BrowserTest
class SettlingIT {
  private static final Pattern OVERVIEW = Pattern.compile("/overview$");
  private static final Pattern ROWS = Pattern.compile("/rows$");

  @ThoroughTest
  void anAcceptedWriteIsWatchedUntilItsRowsAreThere(Window window) {
    String id = Api.create("Homicide", List.of("Crime"), List.of());
    window.open("/movies/" + id);
    assertThat(window.items("Rows of this movie")).hasCount(1);
    AtomicInteger reads = new AtomicInteger();
    window.page().route(Pattern.compile("/movies/" + id + "$"), SettlingIT::answerAsAccepted);
    window.page().route(ROWS, route -> answerAsUnsettled(route, reads.incrementAndGet() <= 2));

    window.fill("Year", "1991");
    window.button("Save").click();

    assertThat(window.text("Accepted: it is saved, and its rows follow.").first()).isVisible();
    assertThat(window.page().getByText("This looks again by itself.")).isVisible();
    assertThat(window.page().getByText("This looks again by itself.")).isHidden();
    assertThat(reads).hasValue(3);
    window.page().waitForTimeout(1_500);
    assertThat(reads).hasValue(3);
  }

  @ThoroughTest
  void aTabThatNobodySeesAsksNothing(Window window) {
    window.open("/overview");
    assertThat(window.region("Lookup tables")).isVisible();
    show(window, false);
    List<String> asked = new ArrayList<>();
    window.page().onRequest(request -> asked.add(request.url()));

    window.page().waitForTimeout(2_500);

    assertThat(asked).isEmpty();
    window.page().waitForRequest(OVERVIEW, () -> show(window, true));
  }

  @ThoroughTest
  void aProxyThatAnswersInPlaceOfTheServiceIsSeenThrough(Window window) {
    window.open("/overview");
    assertThat(window.region("Lookup tables")).isVisible();
    window.page().route(OVERVIEW, route -> route.fulfill(new FulfillOptions().setStatus(502)));

    assertThat(window.page().getByText("The service does not answer.")).isVisible();
    assertThat(window.page().getByText(Pattern.compile("The last numbers, of"))).isVisible();
    window.page().unroute(OVERVIEW);
    assertThat(window.page().getByText("The service does not answer.")).isHidden();
  }

  private static void answerAsAccepted(Route route) {
    APIResponse answer = route.fetch();
    boolean isWrite = route.request().method().equals("PATCH");
    route.fulfill(
        new FulfillOptions().setResponse(answer).setStatus(isWrite ? 202 : answer.status()));
  }

  private static void answerAsUnsettled(Route route, boolean unsettled) {
    APIResponse answer = route.fetch();
    String settled = "\"settled\":true";
    String text = answer.text();
    assertThat(text).contains(settled);
    route.fulfill(
        new FulfillOptions()
            .setResponse(answer)
            .setBody(unsettled ? text.replace(settled, "\"settled\":false") : text));
  }

  private static void show(Window window, boolean visible) {
    window
        .page()
        .evaluate(
            "hidden => { Object.defineProperty(document, 'hidden', {value: hidden, configurable: true});"
                + " document.dispatchEvent(new Event('visibilitychange')); }",
            !visible);
  }
}
