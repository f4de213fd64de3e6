package dev.cinedex.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Sends small statements in groups. While one group is on its way, the statements that come wait
 * for the next one, which is an unlogged batch: a request for each statement costs several times as
 * much. A statement that comes alone is sent alone, and at once.
 *
 * <p>A group is sent when the one before is answered, when it is full, or when its first statement
 * has waited for 20 ms, even if the answer before is late. If a group fails, all of its statements
 * fail.
 */
public final class StatementGroups {
  private static final Duration PATIENCE = Duration.ofMillis(20);

  private final CqlSession session;
  private final int largest;
  private final Duration patience;
  private Group next = new Group();

  /** The group that was sent last; null when it is answered. */
  private @Nullable Group last;

  /**
   * @param largest the most statements of a group
   */
  public StatementGroups(CqlSession session, int largest) {
    this(session, largest, PATIENCE);
  }

  /**
   * @param patience the longest time for which a statement waits for the answer to the group before
   */
  StatementGroups(CqlSession session, int largest, Duration patience) {
    this.session = session;
    this.largest = largest;
    this.patience = patience;
  }

  /** Statements that share an answer. */
  private static final class Group {
    private final List<BatchableStatement<?>> statements = new ArrayList<>();
    private final CompletableFuture<@Nullable Void> answer = new CompletableFuture<>();

    private Statement<?> statement() {
      return statements.size() == 1
          ? statements.get(0)
          : BatchStatement.builder(BatchType.UNLOGGED)
              .addStatements(statements)
              .setIdempotence(true)
              .build();
    }
  }

  /**
   * Sends a statement, perhaps with others.
   *
   * @param statement an idempotent write, whose execution profile is ignored in a group
   * @return the answer; it fails with the driver's exception
   */
  public CompletionStage<@Nullable Void> send(BoundStatement statement) {
    Group joined;
    synchronized (this) {
      joined = next;
      joined.statements.add(statement);
      if (last != null && joined.statements.size() < largest) {
        if (joined.statements.size() == 1) {
          sendLater(joined);
        }
        return joined.answer;
      }
      takeNext();
    }
    send(joined);
    return joined.answer;
  }

  private void sendLater(Group group) {
    CompletableFuture.delayedExecutor(patience.toMillis(), TimeUnit.MILLISECONDS, Runnable::run)
        .execute(() -> sendIfWaiting(group));
  }

  private void sendIfWaiting(Group group) {
    synchronized (this) {
      if (group != next) {
        return;
      }
      takeNext();
    }
    send(group);
  }

  private void takeNext() {
    last = next;
    next = new Group();
  }

  private void send(Group group) {
    CompletionStage<?> sent;
    try {
      sent = session.executeAsync(group.statement());
    } catch (RuntimeException | Error e) { // such as a closed session
      sent = CompletableFuture.failedFuture(e);
    }
    sent.whenComplete(
        (answer, failure) -> {
          sendNext(group);
          if (failure == null) {
            group.answer.complete(null);
          } else {
            group.answer.completeExceptionally(failure);
          }
        });
  }

  private void sendNext(Group answered) {
    Group group;
    synchronized (this) {
      if (answered != last) {
        return; // a younger one is on its way
      }
      last = null;
      if (next.statements.isEmpty()) {
        return;
      }
      group = next;
      takeNext();
    }
    send(group);
  }
}
