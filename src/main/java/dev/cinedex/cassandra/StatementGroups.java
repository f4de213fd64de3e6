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
 * <p>A group waits neither for more statements than it may have, nor for an answer that is late. If
 * a group fails, all of its statements fail.
 */
public final class StatementGroups {
  /** The longest time for which a statement waits for the answer to the group before. */
  static final Duration PATIENCE = Duration.ofMillis(20);

  private final CqlSession session;
  private final int largest;
  private Group next = new Group();
  private int onTheirWay;

  /**
   * @param largest the most statements of a group
   */
  public StatementGroups(CqlSession session, int largest) {
    this.session = session;
    this.largest = largest;
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
      if (onTheirWay > 0 && joined.statements.size() < largest) {
        if (joined.statements.size() == 1) {
          CompletableFuture.delayedExecutor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
              .execute(() -> sendIfWaiting(joined));
        }
        return joined.answer;
      }
      take();
    }
    send(joined);
    return joined.answer;
  }

  private Group take() {
    Group taken = next;
    next = new Group();
    onTheirWay++;
    return taken;
  }

  private void sendIfWaiting(Group group) {
    synchronized (this) {
      if (group != next) {
        return;
      }
      take();
    }
    send(group);
  }

  private void send(Group group) {
    CompletionStage<?> sent;
    try {
      sent = session.executeAsync(group.statement());
    } catch (RuntimeException e) { // the session is closed
      sent = CompletableFuture.failedFuture(e);
    }
    sent.whenComplete(
        (answer, failure) -> {
          sendNext();
          if (failure == null) {
            group.answer.complete(null);
          } else {
            group.answer.completeExceptionally(failure);
          }
        });
  }

  private void sendNext() {
    Group group;
    synchronized (this) {
      onTheirWay--;
      if (onTheirWay > 0 || next.statements.isEmpty()) {
        return;
      }
      group = take();
    }
    send(group);
  }
}
