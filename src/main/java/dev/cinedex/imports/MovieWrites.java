package dev.cinedex.imports;

import dev.cinedex.cassandra.Backoff;
import dev.cinedex.cassandra.Failures;
import dev.cinedex.ledger.Change;
import dev.cinedex.ledger.Effect;
import dev.cinedex.ledger.EntityWriter;
import dev.cinedex.ledger.UnknownOutcomeException;
import dev.cinedex.ledger.Writes;
import dev.cinedex.ledger.Written;
import java.time.Duration;
import java.util.UUID;

/**
 * Writes movies until their rows are acknowledged. While Cassandra does not keep up, it writes
 * fewer of them at the same time.
 */
final class MovieWrites {
  private static final int TRIES = 8;
  private static final Backoff BACKOFF =
      new Backoff(Duration.ofMillis(400), Duration.ofSeconds(10));

  private final Writes writer;
  private final AdaptiveLimit limit;

  MovieWrites(Writes writer, AdaptiveLimit limit) {
    this.writer = writer;
    this.limit = limit;
  }

  /**
   * Writes a movie with all its rows.
   *
   * @return what the first of the writes that were needed has changed
   * @throws RuntimeException as {@link EntityWriter#write} does, when repeating does not help
   */
  Written write(UUID id, Change change) throws InterruptedException {
    Written accepted = null;
    for (int attempt = 1; ; attempt++) {
      try {
        Written answer = attempt(id, change);
        accepted = accepted == null || accepted.effect() == Effect.UNCHANGED ? answer : accepted;
        if (answer.projected()) {
          return accepted;
        }
        // Accepted, but not all rows are written: the next attempt finds that, and writes them.
      } catch (RuntimeException e) {
        if (!Failures.isRetryable(e) || attempt >= TRIES) {
          throw e;
        }
      }
      BACKOFF.pause(attempt);
    }
  }

  private Written attempt(UUID id, Change change) throws InterruptedException {
    long begun = limit.begin();
    boolean overloaded = false;
    try {
      Written answer = writer.write(id, change);
      overloaded = !answer.projected();
      return answer;
    } catch (RuntimeException e) {
      overloaded = Failures.isUnavailable(e) || e instanceof UnknownOutcomeException;
      throw e;
    } finally {
      limit.end(begun, overloaded);
    }
  }
}
