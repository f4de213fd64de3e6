package dev.cinedex.http;

import static dev.cinedex.http.TestService.json;
import static dev.cinedex.http.TestService.send;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The ids by which an operator finds a request in the log. */
class RequestIdsIT {
  private static final String MISSING = "/movies/00000000-0000-4000-8000-000000000000";

  @ParameterizedTest
  @ValueSource(strings = {"a", "Client-7_request.8", "0123456789abcdef0123456789abcdef"})
  void theClientsIdIsKept(String id) {
    HttpResponse<String> problem = send("GET", MISSING, "", "X-Request-Id", id);

    assertThat(idOf(problem)).isEqualTo(id);
    assertThat(json(problem).get("requestId").asText()).isEqualTo(id);
  }

  @Test
  void theTraceIdIsTheIdOfATracedRequest() {
    String parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

    assertThat(idOf(send("GET", "/lookups", "", "traceparent", parent)))
        .isEqualTo("4bf92f3577b34da6a3ce929d0e0e4736");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a b", "<script>", "é", "%0d%0aWARN"})
  void anIdThatIsNotAllowedIsReplaced(String id) {
    HttpResponse<String> answer = send("GET", "/lookups", "", "X-Request-Id", id);

    assertThat(idOf(answer)).matches("[0-9a-f]{16}");
    assertThat(idOf(send("GET", "/lookups", ""))).isNotEqualTo(idOf(answer));
  }

  @Test
  void aRequestThatIsRefusedBeforeItIsReadHasAnId() {
    HttpResponse<String> refused =
        send("POST", "/movies", "{}", "Sec-Fetch-Site", "cross-site", "X-Request-Id", "mine");

    assertThat(refused.statusCode()).isEqualTo(403);
    assertThat(json(refused).get("requestId").asText()).isEqualTo("mine");
  }

  @Test
  void aRequestThatIsRefusedForTheSizeOfItsBodyHasAnId() {
    HttpResponse<String> refused =
        send("POST", "/movies", " ".repeat((1 << 20) + 1), "X-Request-Id", "large");

    assertThat(refused.statusCode()).isEqualTo(413);
    assertThat(idOf(refused)).isEqualTo("large");
    assertThat(json(refused).get("requestId").asText()).isEqualTo("large");
  }

  @Test
  void aFileThatThereIsNotIsRefusedUnderOneId() {
    HttpResponse<String> refused = send("GET", "/ui/none.js", "");

    assertThat(refused.statusCode()).isEqualTo(404);
    assertThat(json(refused).get("requestId").asText()).isEqualTo(idOf(refused));
  }

  private static String idOf(HttpResponse<String> answer) {
    return answer.headers().firstValue("X-Request-Id").orElseThrow();
  }
}
