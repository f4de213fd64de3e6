package dev.cinedex.http;

import com.google.common.base.Throwables;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Two clients that ask again and again, until they are stopped. */
final class SteadyClients {
  private final AtomicInteger answered = new AtomicInteger();
  private final Queue<String> failures = new ConcurrentLinkedQueue<>();
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean stopped;

  /**
   * Starts them.
   *
   * @param request asks once, and returns the status of the answer
   */
  SteadyClients(Callable<Integer> request) {
    for (int i = 0; i < 2; i++) {
      Thread client = new Thread(() -> ask(request));
      threads.add(client);
      client.start();
    }
  }

  private void ask(Callable<Integer> request) {
    while (!stopped) {
      try {
        int status = request.call();
        if (status == 200) {
          answered.incrementAndGet();
        } else {
          failures.add("status " + status);
        }
      } catch (Exception e) {
        failures.add(Throwables.getStackTraceAsString(e));
      }
    }
  }

  /** Stops them when the requests that they have begun are answered. */
  void stop() throws InterruptedException {
    stopped = true;
    for (Thread client : threads) {
      client.join();
    }
  }

  /** Returns how many requests were answered with 200. */
  int answered() {
    return answered.get();
  }

  /** Returns what requests came to that were not answered with 200. */
  List<String> failures() {
    return List.copyOf(failures);
  }
}
