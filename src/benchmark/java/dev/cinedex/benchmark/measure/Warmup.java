package dev.cinedex.benchmark.measure;

import java.time.Duration;

/**
 * Warms contenders up. A JVM compiles for minutes what it runs, so each contender works until its
 * throughput changes by less than 5 % from one slice to the next, or until its time is over.
 *
 * @param slice the length of a slice
 * @param least the shortest warm-up of one contender: two slices can be alike by chance
 * @param limit the longest warm-up of one contender
 */
public record Warmup(Duration slice, Duration least, Duration limit) {
  private static final double STEADY = 0.05;

  /** The end of a warm-up. */
  public record Warmed(String contender, double seconds, boolean steady) {}

  /** Lets a contender work until it is steady. */
  public Warmed warm(Contender contender) throws Exception {
    long begun = System.nanoTime();
    double before = contender.work().run(slice).rate(); // the coldest slice
    boolean steady = false;
    while (System.nanoTime() - begun < (steady ? least : limit).toNanos()) {
      double rate = contender.work().run(slice).rate();
      steady = Math.abs(rate - before) < STEADY * before;
      before = rate;
    }
    return new Warmed(contender.name(), (System.nanoTime() - begun) / 1e9, steady);
  }
}
