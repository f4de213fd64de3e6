package dev.cinedex.jobs;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

/** Runs tasks that block at the same time, and waits for them. */
final class ParallelTasks {
  private ParallelTasks() {}

  /**
   * Runs all tasks.
   *
   * @return their results, in order
   * @throws RuntimeException the first failure, after all tasks have ended
   */
  static <T> List<T> run(ExecutorService executor, Collection<? extends Callable<T>> tasks)
      throws InterruptedException {
    List<T> results = new ArrayList<>();
    for (Future<T> task : executor.invokeAll(tasks)) {
      try {
        results.add(task.get());
      } catch (ExecutionException e) {
        throw e.getCause() instanceof RuntimeException failure
            ? failure
            : new IllegalStateException(e.getCause());
      }
    }
    return results;
  }
}
