package dev.cinedex.ledger;

import static java.time.temporal.ChronoUnit.MINUTES;
import static java.util.Objects.requireNonNull;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.uuid.Uuids;
import dev.cinedex.cassandra.Answers;
import dev.cinedex.lookup.Spread;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

/** The table {@code unsettled_movies}, and how far the sweeper is in it. */
public final class Notes {
  /** Part of the storage format: notes are found by shard. */
  public static final int SHARDS = 64;

  /** How long a note is kept, by the table's default time to live. */
  public static final Duration KEPT = Duration.ofDays(7);

  /**
   * How long after its note a claim may still be carried out: by a coordinator, or a writer, that
   * stood still in between. Until then the note of a claim that is not seen is kept.
   */
  public static final Duration LATEST_CLAIM = Duration.ofMinutes(10);

  private final NoteDao notes;
  private final SweeperProgressDao progress;

  /** To be made after the schema: it prepares its statements. */
  public Notes(CqlSession session) {
    LedgerMapper mapper = new LedgerMapperBuilder(session).build();
    this.notes = mapper.notes();
    this.progress = mapper.sweeperProgress();
  }

  void create(UUID movieId, UUID claimId) {
    notes.create(of(movieId, claimId));
  }

  CompletionStage<Void> delete(UUID movieId, UUID claimId) {
    return notes.delete(of(movieId, claimId));
  }

  /** Waits until it is done. */
  public void delete(Note note) {
    Answers.all(List.of(notes.delete(note)));
  }

  public Iterable<Note> find(int shard, Instant minute) {
    return notes.find(shard, minute);
  }

  /** The oldest minute of each shard that has notes; a scan of the table. */
  public Map<Integer, Instant> oldestMinutes() {
    Map<Integer, Instant> oldest = new HashMap<>();
    for (Row row : notes.findPartitions()) {
      Instant minute = requireNonNull(row.getInstant("minute"));
      oldest.merge(row.getInt("shard"), minute, (a, b) -> a.isBefore(b) ? a : b);
    }
    return oldest;
  }

  /**
   * The minute before which every note of the shard is dealt with; empty before the first sweep.
   */
  public Optional<Instant> sweptUntil(int shard) {
    return Optional.ofNullable(progress.find(shard)).map(row -> row.getInstant("swept_until"));
  }

  public void sweptUntil(int shard, Instant minute) {
    progress.update(shard, minute);
  }

  /** A note's place follows from the claim, so that whoever settles a movie finds it. */
  private static Note of(UUID movieId, UUID claimId) {
    return new Note(
        Spread.of(movieId, SHARDS), writtenAt(claimId).truncatedTo(MINUTES), movieId, claimId);
  }

  /** When the claim was made, by the clock of its writer. */
  public static Instant writtenAt(UUID claimId) {
    return Instant.ofEpochMilli(Uuids.unixTimestamp(claimId));
  }
}
