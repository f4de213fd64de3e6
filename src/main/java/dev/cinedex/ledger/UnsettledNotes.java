package dev.cinedex.ledger;

import static java.time.temporal.ChronoUnit.MINUTES;

import com.google.common.collect.Comparators;
import dev.cinedex.cassandra.Parallel;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
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
      notes
          .between(shard, from, now)
          .filter(note -> Note.writtenAt(note.claimId()).isBefore(writtenBefore))
          .forEach(
              note ->
                  found.merge(note.entityId(), Note.writtenAt(note.claimId()), Comparators::min));
    }
    return found;
  }

  /**
   * Returns the entities to which a claim may still be on its way from a writer that is gone. Each
   * has a note that no sweeper has passed, or one of the last twenty minutes.
   *
   * @throws com.datastax.oss.driver.api.core.DriverException when Cassandra does not answer
   */
  static Set<UUID> mayBeClaimed(Notes notes, Instant now) {
    Set<UUID> found = ConcurrentHashMap.newKeySet();
    Instant end = now.plus(1, MINUTES); // the clocks of writers differ
    Parallel.map(
        IntStream.range(0, Note.SHARDS).boxed().toList(),
        Note.SHARDS,
        shard -> addFrom(notes, shard, firstMinute(notes, shard, now), end, found));
    return found;
  }

  private static Instant firstMinute(Notes notes, int shard, Instant now) {
    Instant swept = notes.sweptUntil(shard).orElseGet(() -> notes.firstMinute(now));
    // A sweeper of another datacenter may have passed a minute before it had all its notes.
    Instant recent = now.minus(Notes.LATEST_CLAIM.multipliedBy(2));
    Instant expired = now.minus(Notes.KEPT);
    Instant first = Comparators.min(swept, recent);
    return (first.isBefore(expired) ? expired : first).truncatedTo(MINUTES);
  }

  private static CompletionStage<Integer> addFrom(
      Notes notes, int shard, Instant minute, Instant end, Set<UUID> found) {
    return minute.isAfter(end)
        ? CompletableFuture.completedFuture(shard)
        : notes
            .addEntities(shard, minute, found)
            .thenCompose(done -> addFrom(notes, shard, minute.plus(1, MINUTES), end, found));
  }
}
