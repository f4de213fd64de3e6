package dev.cinedex.ledger;

import static java.time.temporal.ChronoUnit.MINUTES;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import com.datastax.oss.driver.api.core.uuid.Uuids;
import dev.cinedex.cassandra.Parallel;
import dev.cinedex.lookup.Buckets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
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
  private final Optional<UUID> tableId;

  /** To be made after the schema: it prepares its statements. */
  public Notes(CqlSession session) {
    LedgerMapper mapper = new LedgerMapperBuilder(session).build();
    this.notes = mapper.notes();
    this.progress = mapper.sweeperProgress();
    this.tableId =
        session
            .getMetadata()
            .getKeyspace(session.getKeyspace().orElseThrow())
            .flatMap(keyspace -> keyspace.getTable("unsettled_movies"))
            .flatMap(TableMetadata::getId);
  }

  void create(UUID movieId, UUID claimId) {
    notes.create(note(movieId, claimId));
  }

  CompletionStage<Void> delete(UUID movieId, UUID claimId) {
    return notes.delete(note(movieId, claimId));
  }

  /** Waits until it is done. */
  public void delete(Note note) {
    Parallel.all(List.of(notes.delete(note)));
  }

  public Iterable<Note> find(int shard, Instant minute) {
    return notes.find(shard, minute);
  }

  /**
   * The minute before which no note can be: that of the table's creation, as its id tells (unless
   * the cluster makes ids otherwise).
   */
  public Instant firstMinute(Instant now) {
    return tableId
        .filter(id -> id.version() == 1)
        .map(Notes::writtenAt)
        .orElse(now.minus(KEPT))
        .truncatedTo(MINUTES);
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
  static Note note(UUID movieId, UUID claimId) {
    return new Note(
        Buckets.of(movieId, SHARDS), writtenAt(claimId).truncatedTo(MINUTES), movieId, claimId);
  }

  /**
   * A new one. Not of the driver's own generator, which goes by the clock of the machine, even by
   * one that was wrong: it never goes back.
   */
  static UUID claimId(Instant now) {
    long time = Uuids.startOf(now.toEpochMilli()).getMostSignificantBits();
    return new UUID(time, UUID.randomUUID().getLeastSignificantBits());
  }

  /** When the claim was made, by the clock of its writer. */
  public static Instant writtenAt(UUID claimId) {
    return Instant.ofEpochMilli(Uuids.unixTimestamp(claimId));
  }
}
