package dev.cinedex.imports;

/**
 * Limits how many movies are written at the same time. The limit is halved when Cassandra times out
 * or is overloaded, and grows by one for each round of writes that succeed (as TCP does it).
 */
final class AdaptiveLimit {
  private final int most;
  private double limit;
  private int used;
  private long reductions;

  AdaptiveLimit(int most) {
    this.most = most;
    this.limit = most;
  }

  /** Returns how many movies may be written at the same time now. */
  synchronized int now() {
    return (int) limit;
  }

  /**
   * Begins a write; waits while there are too many.
   *
   * @return what {@link #end} needs to know about its beginning
   */
  synchronized long begin() throws InterruptedException {
    while (used >= now()) {
      wait();
    }
    used++;
    return reductions;
  }

  /**
   * Ends a write.
   *
   * @param overloaded whether it failed because Cassandra does not keep up. Writes that began
   *     before the limit was last reduced do not reduce it again.
   */
  synchronized void end(long begun, boolean overloaded) {
    used--;
    if (!overloaded) {
      limit = Math.min(most, limit + 1 / limit);
    } else if (begun == reductions) {
      limit = Math.max(1, limit / 2);
      reductions++;
    }
    notifyAll();
  }
}
