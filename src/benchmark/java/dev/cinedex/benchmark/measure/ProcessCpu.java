package dev.cinedex.benchmark.measure;

import java.time.Duration;

/** The processor time of a process, as the operating system counts it. */
public record ProcessCpu(ProcessHandle process) {
  /** Returns the processor time so far, in seconds; 0 where the system does not tell. */
  public double seconds() {
    return process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / 1e9;
  }
}
