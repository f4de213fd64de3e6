package dev.cinedex.text;

import java.util.Optional;
import java.util.UUID;

/** UUIDs as people send them. */
public final class StrictUuid {
  private StrictUuid() {}

  /**
   * @return empty when it is no UUID of 36 characters: Java takes {@code 1-2-3-4-5} for one, too
   */
  public static Optional<UUID> of(String text) {
    try {
      return Optional.of(UUID.fromString(text)).filter(id -> id.toString().equalsIgnoreCase(text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
