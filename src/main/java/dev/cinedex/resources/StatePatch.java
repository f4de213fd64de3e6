package dev.cinedex.resources;

import dev.cinedex.http.ProblemException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The body of a request that changes the state of a job or of a lookup table. */
record StatePatch(@Nullable String state) {
  static StatePatch read(byte[] json) {
    return LookupJson.read(json, StatePatch.class);
  }

  /**
   * Returns the state that the body asks for.
   *
   * @throws ProblemException when it is not one of those allowed
   */
  String oneOf(String... allowed) {
    if (state == null || !List.of(allowed).contains(state)) {
      throw LookupJson.invalid("state", "must be " + String.join(" or ", allowed));
    }
    return state;
  }
}
