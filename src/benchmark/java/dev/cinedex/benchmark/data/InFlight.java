package dev.cinedex.benchmark.data;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Statements that were sent, and not yet answered: 256 at most. */
public final class InFlight {
  private static final int MOST = 256;

  private final CqlSession session;
  private final Semaphore places = new Semaphore(MOST);
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private final AtomicLong sent = new AtomicLong();

  public InFlight(CqlSession session) {
    this.session = session;
  }

  /** Sends a statement when there is a place for it. */
  public void add(Statement<?> statement) {
    places.acquireUninterruptibly();
    sent.incrementAndGet();
    session
        .executeAsync(statement)
        .whenComplete(
            (done, error) -> {
              places.release();
              if (error != null) {
                failure.compareAndSet(null, error);
              }
            });
  }

  /**
   * Waits until all statements are answered, and returns their number.
   *
   * @throws IllegalStateException when one of them failed
   */
  public long await() {
    places.acquireUninterruptibly(MOST);
    places.release(MOST);
    if (failure.get() != null) {
      throw new IllegalStateException("A plain statement failed", failure.get());
    }
    return sent.get();
  }
}
