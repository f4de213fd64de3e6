package dev.cinedex.projection;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.RowChanges.Insert;
import dev.cinedex.lookup.RowSizes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Inserts rows at the versions of their entities, each by itself, many at the same time. There is
 * no batch log: whoever inserts the rows of an entity this way repeats it until all are
 * acknowledged.
 */
public final class RowInserts {
  /** The limits of what is being sent: so many small rows, or about 1 MiB of large ones. */
  private static final int PERMITS = 128;

  private static final int BYTES_OF_PERMIT = 8 << 10;

  private final CqlSession session;
  private final Function<LookupTable, RowStatements> statements;
  private final WriteCosts costs;
  private final Semaphore permits = new Semaphore(PERMITS);
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private final RowSizes sizes = new RowSizes();
  private final List<RowStatement> sent = new ArrayList<>();

  RowInserts(
      CqlSession session, Function<LookupTable, RowStatements> statements, WriteCosts costs) {
    this.session = session;
    this.statements = statements;
    this.costs = costs;
  }

  /**
   * Sends a row as soon as there is room for it.
   *
   * @param version of the entity: the write timestamp
   */
  public void add(LookupRow row, long version) throws InterruptedException {
    RowStatement insert =
        statements.apply(row.table()).insert(new Insert(row, null), version, sizes);
    int needed = (int) Math.min(PERMITS, 1 + insert.bytes() / BYTES_OF_PERMIT);
    permits.acquire(needed);
    sent.add(insert);
    session
        .executeAsync(insert.statement().setQueryTimestamp(version).setIdempotent(true))
        .whenComplete(
            (answer, failed) -> {
              if (failed != null) {
                failure.compareAndSet(null, failed);
              }
              permits.release(needed);
            });
  }

  /**
   * Waits until all rows are acknowledged.
   *
   * @return the number of rows
   * @throws DriverException the first failure, after all have ended
   */
  public int await() throws InterruptedException {
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
