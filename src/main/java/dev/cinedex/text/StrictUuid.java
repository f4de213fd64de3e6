package dev.cinedex.text;

import java.util.Optional;
import java.util.UUID;

/** Reads UUIDs in their full form only. */
public final class StrictUuid {
  private StrictUuid() {}

  /**
   * Reads a UUID of 36 characters. Java itself would also accept {@code 1-2-3-4-5}.
   *
   * @return empty when the text is not a UUID
   */
  public static Optional<UUID> of(String text) {
    try {
      return Optional.of(UUID.fromString(text)).filter(id -> id.toString().equalsIgnoreCase(text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
