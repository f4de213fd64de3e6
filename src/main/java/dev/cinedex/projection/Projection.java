package dev.cinedex.projection;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import dev.cinedex.cassandra.Answers;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.RowChanges;
import dev.cinedex.movie.Movie;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Brings the lookup tables from one state of a movie to the next, in logged batches that write and
 * delete at the version's timestamp. Sending the same change again, or late, changes nothing.
 */
public final class Projection {
  /** Logged batches of one movie that are under way at once: each costs two batch-log writes. */
  private static final int PARALLEL_BATCHES = 4;

  /** Timestamps, lengths and column ids that Cassandra counts besides the values. */
  private static final int BYTES_PER_VALUE = 16;

  private static final long SMALLEST_BUDGET = 256;

  private final CqlSession session;
  private final Map<LookupTable, LookupStatements> statements = new ConcurrentHashMap<>();
  private final long batchBytes;

  /**
   * @param batchBytes budget of one batch; a single larger row still goes out, alone (Cassandra
   *     limits batches of several partitions only)
   */
  public Projection(CqlSession session, long batchBytes) {
    this.session = session;
    this.batchBytes = batchBytes;
  }

  /**
   * @param tables those that are written
   * @param before null when there was no movie
   * @param after null when it is deleted
   * @param version of {@code after}, in microseconds: the write timestamp of everything sent
   * @throws com.datastax.oss.driver.api.core.DriverException when a batch was not acknowledged
   */
  public void project(
      List<LookupTable> tables,
      UUID movieId,
      @Nullable Movie before,
      @Nullable Movie after,
      long version) {
    apply(RowChanges.between(tables, movieId, before, after), version);
  }

  /**
   * @param changes of one movie
   * @param version as in {@link #project}
   */
  public void apply(RowChanges changes, long version) {
    phases(changes, version).forEach(rows -> send(rows, version));
  }

  /**
   * What {@link #project} would send.
   *
   * @param batches bytes of each batch, as counted for the budget
   */
  public record Plan(RowChanges changes, List<Long> batches) {
    public static final Plan NOTHING = new Plan(RowChanges.NONE, List.of());

    public Plan and(Plan other) {
      return new Plan(
          changes.and(other.changes),
          Stream.concat(batches.stream(), other.batches.stream()).toList());
    }
  }

  /** As {@link #project}, but sends nothing. */
  public Plan plan(
      List<LookupTable> tables, UUID movieId, @Nullable Movie before, @Nullable Movie after) {
    RowChanges changes = RowChanges.between(tables, movieId, before, after);
    List<Long> batches =
        phases(changes, 0).stream()
            .flatMap(rows -> chunks(rows, batchBytes).stream())
            .map(Projection::bytes)
            .toList();
    return new Plan(changes, batches);
  }

  /** What is sent one after the other. */
  private List<List<BoundStatement>> phases(RowChanges changes, long version) {
    List<BoundStatement> inserts =
        changes.inserts().stream()
            .map(change -> of(change.row().table()).insert(change, version))
            .toList();
    List<BoundStatement> deletes =
        changes.deletes().stream().map(row -> of(row.table()).delete(row)).toList();
    if (bytes(inserts) + bytes(deletes) <= batchBytes) {
      List<BoundStatement> both = new ArrayList<>(inserts);
      both.addAll(deletes);
      return List.of(both);
    }
    // Inserts first: a reader rather sees a movie under its old and new keys than under none.
    return List.of(inserts, deletes);
  }

  LookupStatements of(LookupTable table) {
    return statements.computeIfAbsent(table, named -> new LookupStatements(session, named));
  }

  private void send(List<BoundStatement> rows, long version) {
    send(rows, version, batchBytes);
  }

  private void send(List<BoundStatement> rows, long version, long budget) {
    try {
      sendChunks(rows, version, budget);
    } catch (InvalidQueryException e) {
      // The server's own limit is lower. What was sent already may be sent again.
      if (budget <= SMALLEST_BUDGET
          || !String.valueOf(e.getMessage()).contains("Batch too large")) {
        throw e;
      }
      send(rows, version, budget / 2);
    }
  }

  private void sendChunks(List<BoundStatement> rows, long version, long budget) {
    Answers.each(
        chunks(rows, budget),
        PARALLEL_BATCHES,
        chunk -> session.executeAsync(batch(chunk, version)));
  }

  private static List<List<BoundStatement>> chunks(List<BoundStatement> rows, long budget) {
    List<List<BoundStatement>> chunks = new ArrayList<>();
    long room = 0;
    for (BoundStatement row : rows) {
      long bytes = bytes(List.of(row));
      if (chunks.isEmpty() || bytes > room) {
        chunks.add(new ArrayList<>());
        room = budget;
      }
      chunks.get(chunks.size() - 1).add(row);
      room -= bytes;
    }
    return chunks;
  }

  /** The driver ignores these attributes on the children of a batch. */
  private static BatchStatement batch(List<BoundStatement> rows, long version) {
    return BatchStatement.builder(BatchType.LOGGED)
        .addStatements(new ArrayList<>(rows))
        .setQueryTimestamp(version)
        .setConsistencyLevel(DefaultConsistencyLevel.LOCAL_QUORUM)
        .setIdempotence(true)
        .build();
  }

  private static long bytes(List<BoundStatement> rows) {
    return rows.stream()
        .flatMap(row -> row.getValues().stream())
        .mapToLong(value -> BYTES_PER_VALUE + (value == null ? 0 : value.remaining()))
        .sum();
  }
}
