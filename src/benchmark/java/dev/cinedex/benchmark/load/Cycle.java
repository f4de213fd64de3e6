package dev.cinedex.benchmark.load;

import java.util.List;

/**
 * Requests that are sent one after the other, and then from the first one again. Those who share a
 * cycle never send the same change twice in succession, so that no write is without effect.
 */
public final class Cycle {
  private final List<byte[]> requests;
  private int next;

  public Cycle(List<byte[]> requests) {
    this.requests = List.copyOf(requests);
  }

  /** Returns the next request; for one thread. */
  byte[] next() {
    byte[] request = requests.get(next);
    next = (next + 1) % requests.size();
    return request;
  }
}
