package dev.cinedex.projection;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.RowSizes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Inserts rows at the versions of their entities, many at the same time. There is no batch log:
 * whoever inserts the rows of an entity this way repeats it until all are acknowledged.
 *
 * <p>Rows are sent some at a time, as unlogged batches: a request for each row costs three times as
 * much. A batch is small enough that Cassandra does not warn of it.
 */
public final class RowInserts {
  private static final int MOST_ROWS = 10;
  private static final int MOST_BYTES = 4 << 10;

  /** The limits of what is being sent: so many small batches, or about 1 MiB of large ones. */
  private static final int PERMITS = 64;

  private static final int BYTES_OF_PERMIT = 16 << 10;

  private final CqlSession session;
  private final Function<LookupTable, RowStatements> statements;
  private final WriteCosts costs;
  private final Semaphore permits = new Semaphore(PERMITS);
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private final RowSizes sizes = new RowSizes();
  private final List<RowStatement> sent = new ArrayList<>();
  private List<RowStatement> next = new ArrayList<>();

  RowInserts(
      CqlSession session, Function<LookupTable, RowStatements> statements, WriteCosts costs) {
    this.session = session;
    this.statements = statements;
    this.costs = costs;
  }

  /**
   * Adds a row, and sends it when there are enough of them, and room for them.
   *
   * @param version of the entity: the write timestamp
   */
  public void add(LookupRow row, long version) throws InterruptedException {
    RowStatement insert = statements.apply(row.table()).insertAt(row, version, sizes);
    if (next.size() == MOST_ROWS || RowStatement.bytes(next) + insert.bytes() > MOST_BYTES) {
      send();
    }
    next.add(insert);
  }

  private void send() throws InterruptedException {
    if (next.isEmpty()) {
      return;
    }
    List<RowStatement> rows = next;
    next = new ArrayList<>();
    int needed = (int) Math.min(PERMITS, 1 + RowStatement.bytes(rows) / BYTES_OF_PERMIT);
    permits.acquire(needed);
    sent.addAll(rows);
    session
        .executeAsync(batch(rows))
        .whenComplete(
            (answer, failed) -> {
              if (failed != null) {
                failure.compareAndSet(null, failed);
              }
              permits.release(needed);
            });
  }

  private static BatchStatement batch(List<RowStatement> rows) {
    return BatchStatement.builder(BatchType.UNLOGGED)
        .addStatements(rows.stream().<BatchableStatement<?>>map(RowStatement::statement).toList())
        .setIdempotence(true)
        .build();
  }

  /**
   * Sends what is left, and waits until all rows are acknowledged.
   *
   * @return the number of rows
   * @throws DriverException the first failure, after all have ended
   */
  public int await() throws InterruptedException {
    send();
    permits.acquire(PERMITS);
    permits.release(PERMITS);
    Throwable failed = failure.get();
    if (failed instanceof DriverException known) {
      throw known.copy(); // with this thread's stack trace
    }
    if (failed != null) {
      throw new IllegalStateException(failed);
    }
    costs.written(sent);
    return sent.size();
  }
}
