package dev.cinedex.benchmark.load;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Makes HTTP/1.1 requests as bytes. */
public final class Requests {
  private Requests() {}

  public static byte[] get(String path) {
    return get(path, "");
  }

  /**
   * Returns a request.
   *
   * @param headers each with a line break at its end
   */
  public static byte[] get(String path, String headers) {
    return "GET %s HTTP/1.1\r\nHost: localhost\r\n%s\r\n"
        .formatted(path, headers)
        .getBytes(StandardCharsets.UTF_8);
  }

  /** Returns a request that changes some fields of a movie. */
  public static byte[] patch(String path, String json) {
    byte[] body = json.getBytes(StandardCharsets.UTF_8);
    return "PATCH %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
        .formatted(path, body.length, json)
        .getBytes(StandardCharsets.UTF_8);
  }

  /** Returns a name as a segment of a path. */
  public static String segment(String name) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
