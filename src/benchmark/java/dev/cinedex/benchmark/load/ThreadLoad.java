package dev.cinedex.benchmark.load;

import dev.cinedex.benchmark.measure.ProcessCpu;
import dev.cinedex.benchmark.measure.Sample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * Clients in threads, which call code of this process: each begins its next call when the last one
 * returns.
 *
 * @param server its processor time counts
 */
public record ThreadLoad(Call call, ProcessHandle server) {
  /** The work of a client. */
  @FunctionalInterface
  public interface Call {
    /**
     * Does the work once.
     *
     * @param random of this client alone
     * @return false when the work was refused
     */
    boolean run(SplittableRandom random) throws Exception;
  }

  private record Counted(Histogram micros, long failed) {}

  /** Calls for a while. */
  public Sample run(int clients, Duration time) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(clients);
    try {
      ProcessCpu cpu = new ProcessCpu(server);
      double cpuBefore = cpu.seconds();
      long begun = System.nanoTime();
      List<Callable<Counted>> all = new ArrayList<>();
      for (int i = 0; i < clients; i++) {
        SplittableRandom random = new SplittableRandom(begun + i);
        all.add(() -> client(random, begun + time.toNanos()));
      }
      Histogram micros = new Histogram(TimeUnit.MINUTES.toMicros(2), 3);
      long failed = 0;
      for (Future<Counted> done : threads.invokeAll(all)) {
        micros.add(done.get().micros());
        failed += done.get().failed();
      }
      double seconds = (System.nanoTime() - begun) / 1e9;
      return new Sample(
          micros.getTotalCount(), failed, seconds, cpu.seconds() - cpuBefore, micros);
    } finally {
      threads.shutdownNow();
    }
  }

  private Counted client(SplittableRandom random, long end) throws Exception {
    Histogram micros = new Histogram(TimeUnit.MINUTES.toMicros(2), 3);
    long failed = 0;
    for (long before = System.nanoTime(); before < end; before = System.nanoTime()) {
      if (call.run(random)) {
        micros.recordValue((System.nanoTime() - before) / 1000);
      } else {
        failed++;
      }
    }
    return new Counted(micros, failed);
  }
}
