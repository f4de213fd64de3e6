package dev.cinedex.http;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cinedex.metrics.Metrics;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConcurrencyLimitsTest {
  private static final long MEBIBYTE = 1 << 20;

  private final MemoryBudget budget = new MemoryBudget(16 * MEBIBYTE);
  private final ConcurrencyLimits filter =
      new ConcurrencyLimits(
          Limits.DEFAULT, budget, new ProblemWriter(new ObjectMapper()), new Metrics());

  @Test
  void aRequestAboutJobsHasMemoryWhenWritesHaveReservedTheirs() throws InterruptedException {
    budget.writes().take(2 * MEBIBYTE);

    assertThatCode(() -> reserve("POST", "/lookups/movies_by_actor/jobs"))
        .doesNotThrowAnyException();
    assertThatCode(() -> reserve("PATCH", "/jobs/1")).doesNotThrowAnyException();
    assertThatCode(() -> reserve("GET", "/movies/1")).doesNotThrowAnyException();
    assertThatThrownBy(() -> reserve("PUT", "/movies/1")).isInstanceOf(ProblemException.class);
  }

  /** Sends a request through the filter that reserves some memory. */
  private void reserve(String method, String path) throws IOException, ServletException {
    filter.doFilter(
        request(method, path),
        stub(HttpServletResponse.class, new HashMap<>()),
        (request, response) -> RequestPermit.of(request).reserve(1));
  }

  private static HttpServletRequest request(String method, String path) {
    Map<String, Object> values = new HashMap<>();
    values.put("getMethod", method);
    values.put("getRequestURI", path);
    return stub(HttpServletRequest.class, values);
  }

  /**
   * Makes an object that answers some methods by values, and keeps the attribute that it is given.
   */
  private static <T> T stub(Class<T> type, Map<String, Object> values) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              if (method.getName().equals("setAttribute")) {
                values.put("getAttribute", arguments[1]);
              }
              return values.get(method.getName());
            }));
  }
}
