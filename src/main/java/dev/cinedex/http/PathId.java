package dev.cinedex.http;

import dev.cinedex.http.Problem.Kind;
import java.util.UUID;

/** Ids as paths write them. */
final class PathId {
  private PathId() {}

  /**
   * @throws ProblemException when it is no UUID; also for the short forms that Java accepts
   */
  static UUID of(String text) {
    try {
      UUID id = UUID.fromString(text);
      if (id.toString().equalsIgnoreCase(text)) {
        return id;
      }
    } catch (IllegalArgumentException e) {
      // refused below
    }
    throw new ProblemException(
        Kind.INVALID_PARAMETER, "id: '%s' is not a UUID (36 characters)".formatted(text));
  }
}
