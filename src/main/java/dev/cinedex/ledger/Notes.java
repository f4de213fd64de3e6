package dev.cinedex.ledger;

import static java.time.temporal.ChronoUnit.MINUTES;
import static java.util.Objects.requireNonNull;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import dev.cinedex.cassandra.DriverProfiles;
import dev.cinedex.cassandra.KnownSchema;
import dev.cinedex.cassandra.Parallel;
import dev.cinedex.cassandra.StatementGroups;
import dev.cinedex.entity.EntityType;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The table of notes, and the sweeper's progress in it. */
public final class Notes {
  /** The time for which a note is kept: the table's default time to live. */
  static final Duration KEPT = Duration.ofDays(7);

  /**
   * The longest time between a note and its claim, if a coordinator or a writer was paused in
   * between. Until then the note of a claim that is not seen is kept.
   */
  static final Duration LATEST_CLAIM = Duration.ofMinutes(10);

  /** The most notes that are sent together. They are in one partition, or in a few. */
  private static final int MOST_INSERTS = 32;

  /** The most notes that are removed together: Cassandra warns of a batch with more partitions. */
  private static final int MOST_DELETES = 10;

  private final CqlSession session;
  private final StatementGroups inserts;
  private final StatementGroups deletes;
  private final NoteDao notes;
  private final SweeperProgressDao progress;
  private final PreparedStatement insert;
  private final PreparedStatement find;
  private final PreparedStatement delete;
  private final Optional<UUID> tableId;

  /** Opens the table after the schema is complete, because it prepares its statements. */
  public Notes(CqlSession session, EntityType entity) {
    this.session = session;
    this.inserts = new StatementGroups(session, MOST_INSERTS);
    this.deletes = new StatementGroups(session, MOST_DELETES);
    LedgerMapper mapper = LedgerMapper.of(session);
    this.notes = mapper.notes();
    this.progress = mapper.sweeperProgress();
    String table = entity.noteTable();
    String id = entity.idColumn();
    this.insert =
        session.prepare(
            "INSERT INTO %s (shard, minute, %s, claim_id) VALUES (:shard, :minute, :entity_id, :claim_id)"
                .formatted(table, id));
    this.find =
        session.prepare(
            "SELECT shard, minute, %s AS entity_id, claim_id FROM %s WHERE shard = ? AND minute = ?"
                .formatted(id, table));
    this.delete =
        session.prepare(
            "DELETE FROM %s WHERE shard = :shard AND minute = :minute AND %s = :entity_id AND claim_id = :claim_id"
                .formatted(table, id));
    this.tableId = KnownSchema.tableId(session, table);
  }

  /** Writes a note, and returns when it is acknowledged. */
  void create(Note note) {
    Parallel.one(inserts.send(bound(insert, note)));
  }

  CompletionStage<?> delete(Note note) {
    return deletes.send(bound(delete, note));
  }

  /** Deletes a note and waits until it is done. */
  void deleteNow(Note note) {
    session.execute(bound(delete, note));
  }

  private BoundStatement bound(PreparedStatement statement, Note note) {
    return notes.set(note, statement.bind()).setIdempotent(true);
  }

  Iterable<Note> find(int shard, Instant minute) {
    return notes.notes(session.execute(find.bind(shard, minute).setIdempotent(true)));
  }

  /**
   * Returns the notes of a shard, from the minute of one time to that of another, both included.
   * Each minute is read when the stream reaches it.
   */
  Stream<Note> between(int shard, Instant from, Instant to) {
    return Stream.iterate(
            from.truncatedTo(MINUTES),
            minute -> !minute.isAfter(to),
            minute -> minute.plus(1, MINUTES))
        .flatMap(minute -> StreamSupport.stream(find(shard, minute).spliterator(), false));
  }

  /**
   * Adds the entities that have a note of one minute, in whichever datacenter it was written.
   *
   * @param found may be changed by several threads
   */
  CompletionStage<?> addEntities(int shard, Instant minute, Set<UUID> found) {
    return session
        .executeAsync(
            find.bind(shard, minute)
                .setExecutionProfileName(DriverProfiles.ACKNOWLEDGED)
                .setIdempotent(true))
        .thenCompose(page -> addEntities(page, found));
  }

  private static CompletionStage<?> addEntities(AsyncResultSet page, Set<UUID> found) {
    page.currentPage().forEach(row -> found.add(requireNonNull(row.getUuid("entity_id"))));
    return page.hasMorePages()
        ? page.fetchNextPage().thenCompose(next -> addEntities(next, found))
        : CompletableFuture.completedFuture(null);
  }

  /**
   * Returns the minute before which there can be no note: the minute of the table's creation, as
   * its id tells (unless the cluster makes ids otherwise).
   */
  Instant firstMinute(Instant now) {
    return tableId
        .filter(id -> id.version() == 1)
        .map(Note::writtenAt)
        .orElse(now.minus(KEPT))
        .truncatedTo(MINUTES);
  }

  /**
   * Returns the minute before which every note of the shard is dealt with; empty before the first
   * pass.
   */
  Optional<Instant> sweptUntil(int shard) {
    return Optional.ofNullable(progress.find(shard)).map(row -> row.getInstant("swept_until"));
  }

  void sweptUntil(int shard, Instant minute) {
    progress.update(shard, minute);
  }
}
