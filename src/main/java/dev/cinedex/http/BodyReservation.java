package dev.cinedex.http;

/**
 * The memory of one body. It grows while the body arrives, and ends with the request. Small bodies
 * reserve nothing, so that large ones do not keep them out: each connection has one at most, and
 * buffers of its own that are as large.
 */
final class BodyReservation {
  private static final int UNRESERVED_BYTES = 8 << 10;

  private final MemoryBudget.Share memory;
  private long reserved;
  private boolean ended;

  BodyReservation(MemoryBudget.Share memory) {
    this.memory = memory;
  }

  /** Reserves what is missing to so many bytes; returns false when it is not free. */
  synchronized boolean growTo(long bytes) {
    long missing = MemoryBudget.Share.rounded(Math.max(0, bytes - UNRESERVED_BYTES)) - reserved;
    if (ended || (missing > 0 && !memory.tryTake(missing))) {
      return false;
    }
    reserved += Math.max(0, missing);
    return true;
  }

  /** Gives everything back. */
  synchronized void end() {
    memory.give(reserved);
    reserved = 0;
    ended = true;
  }
}
