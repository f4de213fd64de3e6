package dev.cinedex.http;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * The memory that all requests together may take: a quarter of the heap for those that read, an
 * eighth for those that write, and an eighth for bodies and for jobs and tables. So none of them
 * keeps out the others. Requests reserve what they may need at most: the largest ones at the same
 * time do not exhaust the heap.
 */
public final class MemoryBudget {
  private static final long PATIENCE_MILLIS = 2_000;

  /** A request that needs this much or less does not queue behind larger ones, in KiB. */
  private static final int SMALL = 2_048;

  private final Share bodies;
  private final Share reads;
  private final Share writes;
  private final Share operations;

  /**
   * @param heapBytes the largest size of the heap
   * @param limits of the requests that run at the same time: as many may wait for memory
   */
  public MemoryBudget(long heapBytes, Limits limits) {
    this.bodies = new Share(heapBytes * 3 / 32, 0);
    this.reads = new Share(heapBytes / 4, limits.reads());
    this.writes = new Share(heapBytes / 8, limits.writes());
    this.operations = new Share(heapBytes / 32, Limits.OPERATIONS);
  }

  /** Returns what bodies may take, from their arrival until their requests are answered. */
  Share bodies() {
    return bodies;
  }

  /** Returns what requests that read may take. */
  Share reads() {
    return reads;
  }

  /** Returns what requests that write movies may take. */
  Share writes() {
    return writes;
  }

  /** Returns what requests that begin or change jobs and tables may take. */
  Share operations() {
    return operations;
  }

  /** Returns how many bytes are reserved now. */
  public long reservedBytes() {
    return bodies.reservedBytes()
        + reads.reservedBytes()
        + writes.reservedBytes()
        + operations.reservedBytes();
  }

  /** A part of the budget, in KiB. */
  static final class Share {
    private final int size;
    private final Semaphore free;
    private final Semaphore waiting;

    private Share(long bytes, int requests) {
      this.size = Math.toIntExact(kibibytes(bytes));
      this.free = new Semaphore(size, true); // so that a large request comes to its turn
      this.waiting = new Semaphore(requests);
    }

    /** Reserves bytes if they are free now. */
    boolean tryTake(long bytes) {
      return free.tryAcquire(Math.toIntExact(kibibytes(bytes)));
    }

    /**
     * Reserves bytes if they are free. A small reservation does not queue behind those that wait.
     * The largest one is the whole share.
     *
     * @return the reserved bytes; -1 when they are not free
     */
    long takeNow(long bytes) throws InterruptedException {
      int wanted = (int) Math.min(size, kibibytes(bytes));
      boolean taken =
          wanted <= SMALL ? free.tryAcquire(wanted) : free.tryAcquire(wanted, 0, TimeUnit.SECONDS);
      return taken ? wanted * 1_024L : -1;
    }

    /**
     * Reserves bytes, and waits for others to give them back. The largest reservation is the whole
     * share.
     *
     * @return the reserved bytes; -1 when they did not become free in time, or as many wait as may
     */
    long take(long bytes) throws InterruptedException {
      if (!waiting.tryAcquire()) {
        return -1;
      }
      try {
        int wanted = (int) Math.min(size, kibibytes(bytes));
        boolean taken = free.tryAcquire(wanted, PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        return taken ? wanted * 1_024L : -1;
      } finally {
        waiting.release();
      }
    }

    /** Returns the bytes that are reserved for so many. */
    static long rounded(long bytes) {
      return kibibytes(bytes) * 1_024L;
    }

    /** Reserves bytes like {@link #take}, however long it takes. */
    long await(long bytes) throws InterruptedException {
      int wanted = (int) Math.min(size, kibibytes(bytes));
      free.acquire(wanted);
      return wanted * 1_024L;
    }

    /** Gives reserved bytes back. */
    void give(long bytes) {
      free.release(Math.toIntExact(kibibytes(bytes)));
    }

    /** Returns how many requests wait for memory. */
    int waiting() {
      return free.getQueueLength();
    }

    private long reservedBytes() {
      return (size - free.availablePermits()) * 1_024L;
    }

    private static long kibibytes(long bytes) {
      return (bytes + 1_023) / 1_024;
    }
  }
}
