package dev.cinedex.cassandra;

import com.datastax.oss.driver.api.core.DriverException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Runs asynchronous calls at the same time and waits for them. Call it on a request's thread or on
 * a thread of a task, never on one of the driver's.
 */
public final class Parallel {
  private Parallel() {}

  /**
   * Makes a call for each item, at most {@code atOnce} at the same time, and waits for all.
   *
   * @return the results, in the order of the items
   * @throws DriverException the first failure; the items after its group are then skipped
   */
  public static <S, T> List<T> map(
      List<S> items, int atOnce, Function<S, CompletionStage<T>> call) {
    List<T> results = new ArrayList<>(items.size());
    for (int from = 0; from < items.size(); from += atOnce) {
      List<S> group = items.subList(from, Math.min(from + atOnce, items.size()));
      results.addAll(all(group.stream().map(call).toList()));
    }
    return results;
  }

  /**
   * Waits for one call.
   *
   * @throws DriverException when it failed
   */
  public static <T> T one(CompletionStage<T> stage) {
    return all(List.of(stage)).get(0);
  }

  /**
   * Waits until all stages have ended.
   *
   * @return their results, in order
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
