package dev.cinedex.lists;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.cinedex.cassandra.RowScan;
import dev.cinedex.lookup.LookupTable;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one bucket, in order, fetched a few at a time. It is used by one thread after the
 * other: between two fetches the caller takes rows.
 */
final class BucketRows {
  private final CqlSession session;
  private final LookupTable table;

  /** The statements that read the rows, one after the other. */
  private final Deque<BoundStatement> statements;

  private final Deque<SizedRow> fetched = new ArrayDeque<>();
  private @Nullable ByteBuffer pagingState;

  /**
   * A row, and the bytes of its values as they were received.
   *
   * @param row as it is stored
   */
  record SizedRow(StoredRow row, long bytes) {}

  BucketRows(CqlSession session, LookupTable table, List<BoundStatement> statements) {
    this.session = session;
    this.table = table;
    this.statements = new ArrayDeque<>(statements);
  }

  /** Returns whether all rows are fetched. */
  boolean isExhausted() {
    return statements.isEmpty();
  }

  /** Returns the first row that is not taken yet; null when it must be fetched, or is none. */
  @Nullable SizedRow first() {
    return fetched.peekFirst();
  }

  SizedRow take() {
    return fetched.removeFirst();
  }

  /**
   * Fetches rows, and goes on until there is one or the bucket is exhausted.
   *
   * @param count how many to ask for at once
   */
  CompletionStage<BucketRows> fetch(int count) {
    BoundStatement next = statements.getFirst();
    return session
        .executeAsync(next.setPageSize(count).setPagingState(pagingState))
        .thenCompose(
            answer -> {
              add(answer);
              return fetched.isEmpty() && !isExhausted()
                  ? fetch(count)
                  : CompletableFuture.completedStage(this);
            });
  }

  private void add(AsyncResultSet answer) {
    for (Row row : answer.currentPage()) {
      fetched.addLast(new SizedRow(StoredRow.of(table, row), RowScan.bytes(row)));
    }
    pagingState = answer.getExecutionInfo().getPagingState();
    if (pagingState == null) {
      statements.removeFirst();
    }
  }
}
