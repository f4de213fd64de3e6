package dev.cinedex.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Response;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The first view needs few requests and few bytes. */
@BrowserTest
class FirstViewIT {
  private static final int MOST_REQUESTS = 20;
  private static final int MOST_BYTES = 60 << 10;
  private static final int MOST_BYTES_UNPACKED = 160 << 10;

  @Test
  void theOverviewIsSmall(Window window) {
    Map<String, Response> answers = new LinkedHashMap<>();
    window.page().onResponse(answer -> answers.putIfAbsent(answer.url(), answer));

    window.open("/overview");
    assertThat(window.page().locator(".chart canvas")).isVisible();
    assertThat(window.link("a movie")).isVisible();

    List<Response> first = List.copyOf(answers.values()); // more may come while these are read
    assertThat(first).hasSizeBetween(10, MOST_REQUESTS);
    assertThat(first.stream().mapToInt(FirstViewIT::transferred).sum())
        .isBetween(20 << 10, MOST_BYTES);
    assertThat(first.stream().mapToInt(answer -> answer.body().length).sum())
        .isBetween(40 << 10, MOST_BYTES_UNPACKED);
  }

  private static int transferred(Response answer) {
    return answer.request().sizes().responseHeadersSize + answer.request().sizes().responseBodySize;
  }
}
