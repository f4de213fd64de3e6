package dev.cinedex.http;

import dev.cinedex.http.Problem.Kind;
import dev.cinedex.text.StrictUuid;
import java.util.UUID;

/** Ids as paths write them. */
public final class PathId {
  private PathId() {}

  /**
   * @throws ProblemException when it is no UUID; also for the short forms that Java accepts
   */
  public static UUID of(String text) {
    return StrictUuid.of(text)
        .orElseThrow(
            () ->
                new ProblemException(
                    Kind.INVALID_PARAMETER,
                    "id: '%s' is not a UUID (36 characters)".formatted(text)));
  }
}
