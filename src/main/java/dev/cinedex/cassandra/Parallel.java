package dev.cinedex.cassandra;

import com.datastax.oss.driver.api.core.DriverException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** Waits, on a request's thread and never on the driver's, for statements that run side by side. */
public final class Parallel {
  private Parallel() {}

  /**
   * Asks for each item, so many at once, and waits for all.
   *
   * @throws DriverException the first failure; the rest is then not asked for
   */
  public static <S, T> List<T> each(
      List<S> items, int atOnce, Function<S, CompletionStage<T>> question) {
    List<T> answers = new ArrayList<>(items.size());
    for (int from = 0; from < items.size(); from += atOnce) {
      List<S> window = items.subList(from, Math.min(from + atOnce, items.size()));
      answers.addAll(all(window.stream().map(question).toList()));
    }
    return answers;
  }

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
