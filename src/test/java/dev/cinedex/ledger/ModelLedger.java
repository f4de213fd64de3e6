package dev.cinedex.ledger;

import dev.cinedex.entity.EntityState;
import org.jspecify.annotations.Nullable;

/**
 * The row of the modelled movie in the ledger. Each write sets the whole row, and the highest
 * timestamp wins: an LWT that was acknowledged loses to a plain write with a higher one.
 */
final class ModelLedger {
  /** The movie before its first version. */
  static final Version ABSENT = new Version(0, null, null, 0);

  private Version head = ABSENT;
  private long writtenAt;
  private long ballot;
  private long settledVersion;
  private long acknowledged;

  /**
   * A version of the movie.
   *
   * @param number 0 before the first
   * @param claim the id of its claim; negative if it is inserted without one
   */
  record Version(
      long number, @Nullable EntityState movie, @Nullable EntityState previous, int claim) {
    boolean isUnclaimed() {
      return claim < 0;
    }

    Version claimed() {
      return new Version(number, movie, previous, Math.abs(claim));
    }
  }

  Version head() {
    return head;
  }

  boolean isSettled(Version version) {
    return version.number == settledVersion;
  }

  /** Writes a row without a condition; may be called late, and again. */
  void write(Version version, long timestamp) {
    if (timestamp > writtenAt) {
      head = version;
      writtenAt = timestamp;
    }
  }

  /**
   * Claims a version by an LWT.
   *
   * @param seen the version that must be there
   * @param now the time of its coordinator, which becomes its timestamp, unless that of an LWT
   *     before is later
   * @return whether it was applied
   */
  boolean claim(Version next, Version seen, long now) {
    if (head.number != seen.number) {
      return false;
    }
    ballot = Math.max(now, ballot + 1);
    write(next, ballot);
    return true;
  }

  /** Remembers a version that its writer has told its client. */
  void acknowledge(Version version) {
    acknowledged = Math.max(acknowledged, version.number);
  }

  /** Returns whether the row has the last version that was acknowledged, or a later one. */
  boolean hasWhatWasAcknowledged() {
    return head.number >= acknowledged;
  }

  void settle(Version version) {
    settledVersion = Math.max(settledVersion, version.number);
  }
}
