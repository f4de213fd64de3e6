package dev.cinedex.http;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * The memory that all requests together may take: at most half of the heap, of which an eighth of
 * the heap is for bodies that are still arriving. Requests reserve what they may need at most, so
 * that the largest ones at the same time never exhaust the heap.
 */
public final class MemoryBudget {
  private static final long PATIENCE_MILLIS = 2_000;

  private final Share bodies;
  private final Share work;

  /**
   * @param heapBytes the largest size of the heap
   */
  public MemoryBudget(long heapBytes) {
    this.bodies = new Share(heapBytes / 8);
    this.work = new Share(heapBytes * 3 / 8);
  }

  /** Returns what bodies that arrive may take. */
  Share bodies() {
    return bodies;
  }

  /** Returns what requests that run may take. */
  Share work() {
    return work;
  }

  /** Returns how many bytes are reserved now. */
  public long reservedBytes() {
    return bodies.reservedBytes() + work.reservedBytes();
  }

  /** A part of the budget, in KiB. */
  static final class Share {
    private final int size;
    private final Semaphore free;

    private Share(long bytes) {
      this.size = Math.toIntExact(kibibytes(bytes));
      this.free = new Semaphore(size, true); // a large request must not wait for ever
    }

    /** Reserves bytes if they are free now. */
    boolean tryTake(long bytes) {
      return free.tryAcquire(Math.toIntExact(kibibytes(bytes)));
    }

    /**
     * Reserves bytes, and waits for others to give them back. The largest reservation is the whole
     * share.
     *
     * @return the reserved bytes; -1 when they did not become free in time
     */
    long take(long bytes) throws InterruptedException {
      int wanted = (int) Math.min(size, kibibytes(bytes));
      boolean taken = free.tryAcquire(wanted, PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
      return taken ? wanted * 1_024L : -1;
    }

    /** Returns the bytes that are reserved for so many. */
    static long rounded(long bytes) {
      return kibibytes(bytes) * 1_024L;
    }

    /** Gives reserved bytes back. */
    void give(long bytes) {
      free.release(Math.toIntExact(kibibytes(bytes)));
    }

    private long reservedBytes() {
      return (size - free.availablePermits()) * 1_024L;
    }

    private static long kibibytes(long bytes) {
      return (bytes + 1_023) / 1_024;
    }
  }
}
