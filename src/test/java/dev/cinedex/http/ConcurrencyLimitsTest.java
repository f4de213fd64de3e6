package dev.cinedex.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cinedex.metrics.Metrics;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConcurrencyLimitsTest {
  private static final long MEBIBYTE = 1 << 20;

  private final MemoryBudget budget = new MemoryBudget(16 * MEBIBYTE, Limits.DEFAULT);
  private final ConcurrencyLimits filter =
      new ConcurrencyLimits(
          Limits.DEFAULT, budget, new ProblemWriter(new ObjectMapper()), new Metrics());

  @Test
  void aRequestAboutJobsHasMemoryWhenWritesHaveReservedTheirs() throws InterruptedException {
    budget.writes().take(2 * MEBIBYTE);
    assertThat(budget.writes().takeSmall(MEBIBYTE / 4)).isTrue();

    assertThatCode(() -> reserve("POST", "/lookups/movies_by_actor/jobs"))
        .doesNotThrowAnyException();
    assertThatCode(() -> reserve("PATCH", "/jobs/1")).doesNotThrowAnyException();
    assertThatCode(() -> reserve("GET", "/movies/1")).doesNotThrowAnyException();
    assertThatThrownBy(() -> reserve("PUT", "/movies/1")).isInstanceOf(ProblemException.class);
  }

  @Test
  void fourRequestsAboutJobsLeaveRoomForWrites() throws IOException, ServletException {
    List<String> passed = new ArrayList<>();

    nest(5, passed);

    assertThat(passed).containsExactly("job", "job", "job", "job", "write");
  }

  /** Sends a request about jobs while others run; the last one, which is refused, and a write. */
  private void nest(int requests, List<String> passed) throws IOException, ServletException {
    if (requests == 0) {
      return;
    }
    pass(
        "POST",
        "/lookups/movies_by_actor/jobs",
        () -> {
          passed.add("job");
          nest(requests - 1, passed);
        });
    if (requests == 1) {
      pass("PUT", "/movies/1", () -> passed.add("write"));
    }
  }

  /** What a request does that is not refused. */
  private interface Work {
    void run() throws IOException, ServletException;
  }

  private void pass(String method, String path, Work work) throws IOException, ServletException {
    Map<String, Object> answer = new HashMap<>();
    answer.put("getOutputStream", new Discarded());
    filter.doFilter(
        request(method, path),
        Stubs.of(HttpServletResponse.class, answer),
        (request, response) -> work.run());
  }

  /** Sends a request through the filter that reserves some memory. */
  private void reserve(String method, String path) throws IOException, ServletException {
    filter.doFilter(
        request(method, path),
        Stubs.of(HttpServletResponse.class, new HashMap<>()),
        (request, response) -> RequestPermit.of(request).reserve(1));
  }

  private static HttpServletRequest request(String method, String path) {
    Map<String, Object> values = new HashMap<>();
    values.put("getMethod", method);
    values.put("getRequestURI", path);
    return Stubs.of(HttpServletRequest.class, values);
  }
}
