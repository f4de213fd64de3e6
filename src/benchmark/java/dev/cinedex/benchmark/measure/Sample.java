package dev.cinedex.benchmark.measure;

import org.HdrHistogram.Histogram;

/**
 * What one contender did in one slice of time.
 *
 * @param done requests, writes or rows that were completed
 * @param failed requests or writes that were refused or failed; they are not among those done
 * @param seconds the length of the slice
 * @param cpuSeconds processor time of the process that did the work
 * @param micros latencies in µs; for work that is measured as a whole, the time of all of it
 */
public record Sample(
    long done, long failed, double seconds, double cpuSeconds, Histogram micros) {

  /** Returns a sample of work that is measured as a whole. */
  public static Sample ofWork(long done, double seconds, double cpuSeconds) {
    Histogram micros = new Histogram(3);
    micros.recordValue((long) (seconds * 1e6));
    return new Sample(done, 0, seconds, cpuSeconds, micros);
  }

  /** Returns the completed operations per second. */
  public double rate() {
    return done / seconds;
  }

  /** Returns the processor time of 1,000 operations, in seconds. */
  public double cpuPerThousand() {
    return 1000 * cpuSeconds / Math.max(1, done);
  }
}
