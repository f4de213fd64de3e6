package dev.cinedex.http;

/**
 * The memory of one body. It grows while the body arrives, and ends with the request. The first 8
 * KiB of each body are not reserved, so that large bodies do not keep out small ones. They come on
 * top of the budget: at most 8 KiB for each connection.
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
