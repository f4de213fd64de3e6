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
  static final long PATIENCE_MILLIS = 2_000;

  /** What a small request needs at most, in KiB. */
  private static final int SMALL = 2_048;

  /** One part in so many is kept for small requests: large ones do not keep them out. */
  private static final int PART_FOR_SMALL = 8;

  /** The requests that wait at most, as each has a thread. */
  private static final int MOST_WAITING = 128;

  private final Share bodies;
  private final Share reads;
  private final Share writes;
  private final Share operations;

  /**
   * @param heapBytes the largest size of the heap
   * @param limits of the requests that run at the same time: as many may wait for memory, up to 128
   *     of a kind
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
    private final int forSmall;
    private final int size;
    private final Semaphore freeForSmall;
    private final Semaphore free;
    private final Semaphore waiting;

    private Share(long bytes, int requests) {
      int all = Math.toIntExact(kibibytes(bytes));
      this.forSmall = requests == 0 ? 0 : all / PART_FOR_SMALL;
      this.size = all - forSmall;
      this.freeForSmall = new Semaphore(forSmall);
      this.free = new Semaphore(size, true); // so that a large request comes to its turn
      this.waiting = new Semaphore(Math.min(requests, MOST_WAITING));
    }

    /** Reserves bytes if they are free now. */
    boolean tryTake(long bytes) {
      return free.tryAcquire(Math.toIntExact(kibibytes(bytes)));
    }

    /** Reserves bytes in the part for small requests, if they are few, and free there. */
    boolean takeSmall(long bytes) {
      long wanted = kibibytes(bytes);
      return wanted <= SMALL && freeForSmall.tryAcquire((int) wanted);
    }

    /** Gives bytes back to the part for small requests. */
    void giveSmall(long bytes) {
      freeForSmall.release(Math.toIntExact(kibibytes(bytes)));
    }

    /**
     * Reserves bytes if they are free and nobody waits for them. The largest reservation is all but
     * the part for small requests.
     *
     * @return the reserved bytes; -1 when they are not free
     */
    long takeNow(long bytes) throws InterruptedException {
      int wanted = wanted(bytes);
      return free.tryAcquire(wanted, 0, TimeUnit.SECONDS) ? wanted * 1_024L : -1;
    }

    /**
     * Reserves bytes like {@link #takeNow}, and waits for others to give them back.
     *
     * @return the reserved bytes; -1 when they did not become free in time, or as many wait as may
     */
    long take(long bytes) throws InterruptedException {
      if (!waiting.tryAcquire()) {
        return -1;
      }
      try {
        int wanted = wanted(bytes);
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
      int wanted = wanted(bytes);
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
      int inUse = size - free.availablePermits() + forSmall - freeForSmall.availablePermits();
      return inUse * 1_024L;
    }

    private int wanted(long bytes) {
      return (int) Math.min(size, kibibytes(bytes));
    }

    private static long kibibytes(long bytes) {
      return (bytes + 1_023) / 1_024;
    }
  }
}
