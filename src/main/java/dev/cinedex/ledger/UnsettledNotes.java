package dev.cinedex.ledger;

import static java.time.temporal.ChronoUnit.MINUTES;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/** Finds the entities that have a note: their lookup rows may not all be written yet. */
public final class UnsettledNotes {
  /** The minutes of each shard that are read at most. */
  private static final int MOST_MINUTES = 15;

  private UnsettledNotes() {}

  /**
   * Returns the entities, each with the time of its oldest note.
   *
   * @param writtenBefore leaves out the notes of writes that are still running
   * @throws com.datastax.oss.driver.api.core.DriverException when Cassandra does not answer
   */
  public static Map<UUID, Instant> find(Notes notes, Instant now, Instant writtenBefore) {
    Map<UUID, Instant> found = new HashMap<>();
    for (int shard = 0; shard < Note.SHARDS; shard++) {
      Instant earliest = now.minus(MOST_MINUTES, MINUTES);
      Instant from =
          notes.sweptUntil(shard).filter(swept -> swept.isAfter(earliest)).orElse(earliest);
      for (Instant minute = from.truncatedTo(MINUTES);
          !minute.isAfter(now);
          minute = minute.plus(1, MINUTES)) {
        for (Note note : notes.find(shard, minute)) {
          Instant written = Note.writtenAt(note.claimId());
          if (written.isBefore(writtenBefore)) {
            found.merge(
                note.entityId(), written, (one, other) -> one.isBefore(other) ? one : other);
          }
        }
      }
    }
    return found;
  }
}
