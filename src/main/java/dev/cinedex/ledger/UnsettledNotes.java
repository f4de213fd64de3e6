package dev.cinedex.ledger;

import static java.time.temporal.ChronoUnit.MINUTES;

import dev.cinedex.cassandra.Parallel;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

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

  /**
   * Returns the entities to which a claim may still be on its way from a writer that is gone.
   *
   * @throws com.datastax.oss.driver.api.core.DriverException when Cassandra does not answer
   */
  static Set<UUID> mayBeClaimed(Notes notes, Instant now) {
    // Twice: a claim that is accepted but not committed may be as old as its note can be.
    Instant first = now.minus(Notes.LATEST_CLAIM.multipliedBy(2)).truncatedTo(MINUTES);
    Instant end = now.plus(1, MINUTES); // the clocks of writers differ
    Set<UUID> found = ConcurrentHashMap.newKeySet();
    for (Instant minute = first; !minute.isAfter(end); minute = minute.plus(1, MINUTES)) {
      Instant each = minute;
      Parallel.map(
          IntStream.range(0, Note.SHARDS).boxed().toList(),
          Note.SHARDS,
          shard -> notes.addEntities(shard, each, found).thenApply(done -> shard));
    }
    return found;
  }
}
