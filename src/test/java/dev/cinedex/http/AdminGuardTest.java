package dev.cinedex.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdminGuardTest {
  @ParameterizedTest
  @CsvSource({
    "true,  127.0.0.1, same-origin, /tasks/gc,  true",
    "true,  ::1,       ,            /threads,   true",
    "true,  192.0.2.7, ,            /threads,   false",
    "true,  127.0.0.1, cross-site,  /tasks/gc,  false",
    "false, 127.0.0.1, ,            /threads,   false",
    "false, 192.0.2.7, ,            /metrics,   true",
    "false, 192.0.2.7, ,            /metrics/x, false"
  })
  void theToolsAreOpenToThisMachineWhereTheyAreSwitchedOn(
      boolean tools, String from, String site, String path, boolean open) throws Exception {
    Map<String, Object> request = new HashMap<>();
    request.put("getRemoteAddr", from);
    request.put("getHeader", site);
    request.put("getRequestURI", path);
    Map<String, Object> response = new HashMap<>();
    response.put("getOutputStream", new Discarded());
    AtomicBoolean passed = new AtomicBoolean();

    new AdminGuard(tools, new ProblemWriter(new ObjectMapper()))
        .doFilter(
            Stubs.of(HttpServletRequest.class, request),
            Stubs.of(HttpServletResponse.class, response),
            (asked, answered) -> passed.set(true));

    assertThat(passed.get()).isEqualTo(open);
  }
}
