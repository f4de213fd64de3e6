package dev.cinedex.ledger;

import static java.time.temporal.ChronoUnit.MINUTES;

import com.google.common.collect.Comparators;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Counts the notes that no sweeper has dealt with, a partition at a time. */
public final class OverdueNotes {
  /** The minutes of each shard that are read at most, so that the answer does not take long. */
  private static final int MOST_MINUTES = 15;

  private OverdueNotes() {}

  /**
   * The notes that wait for a sweeper.
   *
   * @param notes how many there are
   * @param sweptUntil the first minute that is not swept in every shard
   * @param isWhole false when there were more minutes than were read
   */
  public record Overdue(long notes, Instant sweptUntil, boolean isWhole) {}

  /**
   * Returns the notes that were written before a time; empty when no shard was ever swept.
   *
   * @throws com.datastax.oss.driver.api.core.DriverException when Cassandra does not answer
   */
  public static Optional<Overdue> find(Notes notes, Instant until) {
    Map<Integer, Instant> swept = new TreeMap<>();
    for (int shard = 0; shard < Note.SHARDS; shard++) {
      int number = shard;
      notes.sweptUntil(shard).ifPresent(minute -> swept.put(number, minute));
    }
    return swept.values().stream()
        .min(Instant::compareTo)
        .map(oldest -> new Overdue(count(notes, swept, until), oldest, isWhole(oldest, until)));
  }

  private static boolean isWhole(Instant oldest, Instant until) {
    return !oldest.plus(MOST_MINUTES, MINUTES).isBefore(until);
  }

  private static long count(Notes notes, Map<Integer, Instant> swept, Instant until) {
    return swept.entrySet().stream()
        .flatMap(
            shard ->
                notes.between(
                    shard.getKey(),
                    shard.getValue(),
                    Comparators.min(until, shard.getValue().plus(MOST_MINUTES - 1, MINUTES))))
        .filter(note -> Note.writtenAt(note.claimId()).isBefore(until))
        .count();
  }
}
