package dev.cinedex.cassandra;

import com.datastax.oss.driver.api.core.DriverException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** Waits, on a request's thread and never on the driver's, for statements that run side by side. */
public final class Answers {
  private Answers() {}

  /**
   * @throws DriverException the first failure, after all have ended
   */
  public static <T> List<T> all(List<? extends CompletionStage<T>> stages) {
    List<CompletableFuture<T>> futures = new ArrayList<>(stages.size());
    stages.forEach(stage -> futures.add(stage.toCompletableFuture()));
    try {
      CompletableFuture.allOf(futures.toArray(CompletableFuture[]::new)).join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof DriverException failure) {
        throw failure.copy(); // with this thread's stack trace
      }
      throw e;
    }
    return futures.stream().map(CompletableFuture::join).toList();
  }
}
