package dev.cinedex.lists;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Row;
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
  private final ListQuery query;
  private final Statements statementsOf;

  /** The statements that read the rows that are not fetched, one after the other. */
  private final Deque<BoundStatement> statements = new ArrayDeque<>();

  private final Deque<StoredRow> fetched = new ArrayDeque<>();

  /**
   * The rows of the last answer. The thread that asks for the first row decodes them, because the
   * driver's threads receive the answers of many requests.
   */
  private Iterable<Row> received = List.of();

  private @Nullable ByteBuffer pagingState;

  /** Returns the statements that read the rows of a query in this bucket. */
  interface Statements {
    List<BoundStatement> of(ListQuery query);
  }

  BucketRows(CqlSession session, ListQuery query, Statements statementsOf) {
    this.session = session;
    this.query = query;
    this.statementsOf = statementsOf;
  }

  /** Returns whether all rows are fetched. */
  boolean isExhausted() {
    return statements.isEmpty();
  }

  /**
   * Decodes what was received, and returns the first row that is not taken yet; null when it must
   * be fetched, or there is none.
   */
  @Nullable StoredRow first() {
    received.forEach(this::add);
    received = List.of();
    return fetched.peekFirst();
  }

  StoredRow take() {
    return fetched.removeFirst();
  }

  /** Begins at the first row. */
  void begin() {
    statements.addAll(statementsOf.of(query));
  }

  /** Adds a row that was read together with those of other buckets. */
  void add(Row row) {
    fetched.addLast(StoredRow.of(query.table(), row));
  }

  /**
   * Goes on after the rows that were added.
   *
   * @param asked how many were asked for; when fewer came, there are no more
   */
  void goOnAfter(int asked) {
    if (fetched.size() == asked) {
      List<Object> last = fetched.getLast().key().clusteringKey();
      statements.addAll(statementsOf.of(query.from(last)));
    }
  }

  /**
   * Fetches rows, and goes on until there is one or the bucket is exhausted. Call it only when
   * {@link #first} has returned null: it replaces the rows that were received.
   *
   * @param count how many to ask for at once
   */
  CompletionStage<BucketRows> fetch(int count) {
    BoundStatement next = statements.getFirst();
    return session
        .executeAsync(next.setPageSize(count).setPagingState(pagingState))
        .thenCompose(
            answer -> {
              receive(answer);
              return answer.remaining() == 0 && !isExhausted()
                  ? fetch(count)
                  : CompletableFuture.completedStage(this);
            });
  }

  private void receive(AsyncResultSet answer) {
    received = answer.currentPage();
    pagingState = answer.getExecutionInfo().getPagingState();
    if (pagingState == null) {
      statements.removeFirst();
    }
  }
}
