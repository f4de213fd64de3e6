package dev.cinedex.instance;

import static java.util.Objects.requireNonNull;

import com.datastax.oss.driver.api.core.CqlSession;
import com.google.common.base.Throwables;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/** A connection that opens while the service prepares what needs no Cassandra. */
final class EarlyConnection {
  private final CompletableFuture<CqlSession> session;

  private EarlyConnection(CompletableFuture<CqlSession> session) {
    this.session = session;
  }

  /** Begins to connect, on a thread of its own. */
  static EarlyConnection begin(Supplier<CqlSession> connect) {
    return new EarlyConnection(
        CompletableFuture.supplyAsync(connect, task -> inBackground(task).start()));
  }

  private static Thread inBackground(Runnable task) {
    Thread thread = new Thread(task, "connecting");
    thread.setDaemon(true);
    return thread;
  }

  /** Waits for the session, and throws what kept it from opening. */
  CqlSession await() {
    try {
      return session.join();
    } catch (CompletionException e) {
      Throwables.throwIfUnchecked(requireNonNull(e.getCause()));
      throw e;
    }
  }
}
