package dev.cinedex.http;

import jakarta.ws.rs.HttpMethod;
import java.util.List;

/**
 * The methods of HTTP that change nothing. RFC 9110 calls them safe, and also TRACE, which this
 * service does not allow.
 */
final class SafeMethods {
  private static final List<String> ALL =
      List.of(HttpMethod.GET, HttpMethod.HEAD, HttpMethod.OPTIONS);

  /** The value of an {@code Allow} header. */
  static final String ALLOW = String.join(",", ALL);

  private SafeMethods() {}

  static boolean contains(String method) {
    return ALL.contains(method);
  }
}
