package dev.cinedex.projection;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import dev.cinedex.cassandra.Parallel;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.RowChanges;
import dev.cinedex.lookup.RowChanges.Insert;
import dev.cinedex.movie.Movie;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
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
  private final WriteCosts costs;

  /** A row's insert or delete. */
  private record RowStatement(LookupTable table, BoundStatement statement, long bytes) {
    static RowStatement of(LookupTable table, BoundStatement statement) {
      long bytes =
          statement.getValues().stream()
              .mapToLong(value -> BYTES_PER_VALUE + (value == null ? 0 : value.remaining()))
              .sum();
      return new RowStatement(table, statement, bytes);
    }
  }

  /**
   * @param batchBytes budget of one batch; a single larger row still goes out, alone (Cassandra
   *     limits batches of several partitions only)
   * @param costs is told what each movie's write costs
   */
  public Projection(CqlSession session, long batchBytes, WriteCosts costs) {
    this.session = session;
    this.batchBytes = batchBytes;
    this.costs = costs;
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
    List<List<RowStatement>> phases =
        phases(RowChanges.between(tables, movieId, before, after), version);
    phases.forEach(rows -> send(rows, version));
    if (Objects.equals(before, after)) {
      return; // of a version for a repair's sake: no write of a user's
    }
    Map<LookupTable, List<RowStatement>> sent =
        phases.stream().flatMap(List::stream).collect(Collectors.groupingBy(RowStatement::table));
    for (LookupTable table : tables) {
      List<RowStatement> rows = sent.getOrDefault(table, List.of());
      costs.add(table, rows.size(), bytes(rows));
    }
  }

  /**
   * As {@link #project}, for what is no movie's write.
   *
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
  private List<List<RowStatement>> phases(RowChanges changes, long version) {
    List<RowStatement> inserts =
        changes.inserts().stream().map(change -> insert(change, version)).toList();
    List<RowStatement> deletes =
        changes.deletes().stream()
            .map(row -> RowStatement.of(row.table(), of(row.table()).delete(row)))
            .toList();
    if (bytes(inserts) + bytes(deletes) <= batchBytes) {
      List<RowStatement> both = new ArrayList<>(inserts);
      both.addAll(deletes);
      return List.of(both);
    }
    // Inserts first: a reader rather sees a movie under its old and new keys than under none.
    return List.of(inserts, deletes);
  }

  private RowStatement insert(Insert change, long version) {
    LookupTable table = change.row().table();
    return RowStatement.of(table, of(table).insert(change, version));
  }

  /** What a row costs that is written anew, as counted for the batches. */
  public long bytes(LookupRow row) {
    return insert(new Insert(row, null), 0).bytes;
  }

  public LookupStatements of(LookupTable table) {
    return statements.computeIfAbsent(table, named -> new LookupStatements(session, named));
  }

  private void send(List<RowStatement> rows, long version) {
    send(rows, version, batchBytes);
  }

  private void send(List<RowStatement> rows, long version, long budget) {
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

  private void sendChunks(List<RowStatement> rows, long version, long budget) {
    Parallel.map(
        chunks(rows, budget),
        PARALLEL_BATCHES,
        chunk -> session.executeAsync(batch(chunk, version)));
  }

  private static List<List<RowStatement>> chunks(List<RowStatement> rows, long budget) {
    List<List<RowStatement>> chunks = new ArrayList<>();
    long room = 0;
    for (RowStatement row : rows) {
      if (chunks.isEmpty() || row.bytes > room) {
        chunks.add(new ArrayList<>());
        room = budget;
      }
      chunks.get(chunks.size() - 1).add(row);
      room -= row.bytes;
    }
    return chunks;
  }

  /** The driver ignores these attributes on the children of a batch. */
  private static BatchStatement batch(List<RowStatement> rows, long version) {
    return BatchStatement.builder(BatchType.LOGGED)
        .addStatements(rows.stream().<BatchableStatement<?>>map(RowStatement::statement).toList())
        .setQueryTimestamp(version)
        .setConsistencyLevel(DefaultConsistencyLevel.LOCAL_QUORUM)
        .setIdempotence(true)
        .build();
  }

  private static long bytes(List<RowStatement> rows) {
    return rows.stream().mapToLong(RowStatement::bytes).sum();
  }
}
