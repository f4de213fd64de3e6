package dev.cinedex.projection;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import dev.cinedex.cassandra.Parallel;
import dev.cinedex.entity.EntityState;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.RowChanges;
import dev.cinedex.lookup.RowChanges.Insert;
import dev.cinedex.lookup.RowSizes;
import dev.cinedex.lookup.Transition;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Brings the lookup tables from one state of an entity to the next, in logged batches that write
 * and delete at the version's timestamp. Sending the same change again, or late, changes nothing.
 */
public final class Projection {
  /** Logged batches of one entity that are sent at the same time: each costs two log writes. */
  private static final int PARALLEL_BATCHES = 4;

  private static final long MIN_BATCH_BYTES = 256;

  private final CqlSession session;
  private final Map<LookupTable, RowStatements> statements = new ConcurrentHashMap<>();
  private final long batchBytes;
  private final long writeBytes;
  private final WriteCosts costs;

  /**
   * @param batchBytes budget of one batch; a single larger row is still sent, alone (Cassandra
   *     limits batches of several partitions only)
   * @param writeBytes limit of the bytes that the rows of one entity take in all tables
   * @param costs counts what each write costs
   */
  public Projection(CqlSession session, long batchBytes, long writeBytes, WriteCosts costs) {
    this.session = session;
    this.batchBytes = batchBytes;
    this.writeBytes = writeBytes;
    this.costs = costs;
  }

  /**
   * Returns why no write may send the rows of a state, if they are too large; they are measured
   * without being made.
   *
   * @param state null when there is no entity, and so no rows
   */
  public Optional<TooCostlyException> tooCostly(
      List<LookupTable> tables, UUID entityId, @Nullable EntityState state) {
    if (state == null) {
      return Optional.empty();
    }
    RowSizes measured = new RowSizes();
    List<WriteSize> sizes =
        tables.stream().map(table -> WriteSize.of(table, entityId, state, measured)).toList();
    long bytes = sizes.stream().mapToLong(WriteSize::bytes).sum();
    if (bytes <= writeBytes) {
      return Optional.empty();
    }
    WriteSize largest = Collections.max(sizes, Comparator.comparingLong(WriteSize::bytes));
    String entity = largest.table().entity().titled(entityId);
    return Optional.of(new TooCostlyException(entity, largest, bytes, writeBytes));
  }

  /**
   * Writes what a version changes in the tables.
   *
   * @throws DriverException when a batch was not acknowledged
   */
  public void project(List<LookupTable> tables, Transition transition) {
    RowChanges changes = RowChanges.between(tables, transition);
    BatchPlan plan = batches(changes, transition.version());
    send(plan, transition.version());
    if (transition.isEmpty()) { // a version that repeats the one before is not a user's write
      costs.written(plan.rows());
    } else {
      costs.add(tables, plan.rows());
    }
  }

  /**
   * Writes changes of one entity that are not a user's write, such as repairs.
   *
   * @param version in microseconds: the write timestamp of everything sent
   * @throws DriverException when a batch was not acknowledged
   */
  public void apply(RowChanges changes, long version) {
    BatchPlan plan = batches(changes, version);
    send(plan, version);
    costs.written(plan.rows());
  }

  /**
   * Writes the rows of the first version of an entity, without the batch log: whoever writes them
   * repeats it until all are acknowledged.
   *
   * @throws DriverException when some of them were not acknowledged
   */
  public void insert(List<LookupTable> tables, Transition transition) {
    RowInserts inserts = newInserts();
    try {
      for (Insert insert : RowChanges.between(tables, transition).inserts()) {
        inserts.add(insert.row(), transition.version());
      }
      inserts.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while inserting " + transition.entityId(), e);
    }
  }

  /** Begins to insert rows that need no batch, because whoever inserts them will repeat it. */
  public RowInserts newInserts() {
    return new RowInserts(session, this::statements, costs);
  }

  /** Returns what {@link #project} would send. */
  public WritePlan plan(List<LookupTable> tables, Transition transition) {
    return plan(tables, RowChanges.between(tables, transition), transition.version());
  }

  /** Returns what {@link #apply} would send to some tables. */
  public WritePlan plan(List<LookupTable> tables, RowChanges changes, long version) {
    BatchPlan plan = batches(changes, version);
    List<TableCost> costs = TableCosts.of(tables, changes, plan.rows());
    return new WritePlan(changes, costs, plan.batches(batchBytes));
  }

  /** Returns the bytes of a row that is written, as counted for the budget of batches. */
  public long bytes(LookupRow row) {
    return statements(row.table()).insert(new Insert(row, null), 0, new RowSizes()).bytes();
  }

  private BatchPlan batches(RowChanges changes, long version) {
    RowSizes sizes = new RowSizes();
    List<RowStatement> inserts =
        changes.inserts().stream()
            .map(change -> statements(change.row().table()).insert(change, version, sizes))
            .toList();
    List<RowStatement> deletes =
        changes.deletes().stream().map(row -> statements(row.table()).delete(row, sizes)).toList();
    return BatchPlan.of(inserts, deletes, batchBytes);
  }

  private RowStatements statements(LookupTable table) {
    return statements.computeIfAbsent(table, each -> new RowStatements(session, each));
  }

  private void send(BatchPlan plan, long version) {
    plan.phases().forEach(rows -> send(rows, version, batchBytes));
  }

  private void send(List<RowStatement> rows, long version, long budget) {
    try {
      Parallel.map(
          BatchPlan.chunks(rows, budget),
          PARALLEL_BATCHES,
          // An answer keeps its batch in memory.
          chunk ->
              session.executeAsync(batch(chunk, version)).thenAccept(answer -> costs.sent(chunk)));
    } catch (InvalidQueryException e) {
      // The server's own limit is lower. What was sent already may be sent again.
      if (budget <= MIN_BATCH_BYTES
          || !String.valueOf(e.getMessage()).contains("Batch too large")) {
        throw e;
      }
      send(rows, version, budget / 2);
    }
  }

  /** Makes a batch with attributes of its own: the driver ignores those of its children. */
  private static BatchStatement batch(List<RowStatement> rows, long version) {
    return BatchStatement.builder(BatchType.LOGGED)
        .addStatements(rows.stream().<BatchableStatement<?>>map(RowStatement::statement).toList())
        .setQueryTimestamp(version)
        .setConsistencyLevel(DefaultConsistencyLevel.LOCAL_QUORUM)
        .setIdempotence(true)
        .build();
  }
}
