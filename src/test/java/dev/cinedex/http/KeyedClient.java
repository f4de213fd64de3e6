package dev.cinedex.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cinedex.TestProcess;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sends requests to a port of this machine, with or without a key. */
record KeyedClient(int port) {
  HttpResponse<String> get(String path, @Nullable String key) {
    return send("GET", path, key, "");
  }

  /**
   * Sends a request.
   *
   * @param headers names, each followed by its value
   */
  HttpResponse<String> send(
      String method, String path, @Nullable String key, String body, String... headers) {
    List<String> all = new ArrayList<>(List.of(headers));
    if (key != null) {
      all.addAll(List.of("Authorization", "Bearer " + key));
    }
    try {
      String sent = method.equals("GET") ? "" : body;
      return TestProcess.send(method, port, path, sent, all.toArray(String[]::new));
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(method + " " + path, e);
    }
  }

  /** Asserts that an answer does not tell why the key is not valid. */
  static void assertRefusedLike(HttpResponse<String> other, HttpResponse<String> answer) {
    TestService.assertProblem(answer, 401, "urn:cinedex:problem:unauthenticated");
    assertThat(answer.headers().firstValue("WWW-Authenticate"))
        .contains("Bearer realm=\"cinedex\"");
    assertThat(TestService.json(answer).get("detail"))
        .isEqualTo(TestService.json(other).get("detail"));
  }
}
