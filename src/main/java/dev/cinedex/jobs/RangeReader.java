package dev.cinedex.jobs;

import com.google.common.collect.Iterables;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads token ranges in chunks, as fast as the throttle allows. When a page cannot be read, or its
 * rows were read too long ago, the range is read again from its beginning.
 */
final class RangeReader {
  private static final Logger LOGGER = LoggerFactory.getLogger(RangeReader.class);

  /** The number of entities, or of rows, that are processed at once. */
  private static final int CHUNK_SIZE = 32;

  /**
   * The longest time from reading a chunk to processing it: rows of an entity that was deleted
   * longer than gc_grace_seconds ago would come back. A page has several chunks, so its entities
   * can be a few times as old.
   */
  private static final Duration MAX_AGE = Duration.ofHours(1);

  private final Throttle throttle;
  private final Clock clock;

  RangeReader(Throttle throttle, Clock clock) {
    this.throttle = throttle;
    this.clock = clock;
  }

  /** Processes some entities or rows; doing it twice does no harm. */
  @FunctionalInterface
  interface Chunk<T> {
    void process(List<T> items) throws InterruptedException;
  }

  /**
   * Runs an attempt to process a range, and repeats it until it succeeds.
   *
   * @param attempt reads the range from its beginning, by {@link #forEachChunk}
   */
  <R> R read(Throttle.Work<R> attempt) throws InterruptedException {
    while (true) {
      try {
        return throttle.run(0, attempt);
      } catch (TooOldException e) {
        LOGGER.info("A token range is read again: its rows were read too long ago");
      }
    }
  }

  /**
   * Processes what a range has, chunk by chunk. A chunk that fails is processed again.
   *
   * @return the number of items
   */
  <T> long forEachChunk(Iterable<T> items, Chunk<T> chunk) throws InterruptedException {
    long read = 0;
    for (List<T> some : Iterables.partition(items, CHUNK_SIZE)) {
      Instant readAt = clock.instant();
      read +=
          throttle.run(
              some.size(),
              () -> {
                requireFresh(readAt);
                chunk.process(some);
                return some.size();
              });
    }
    return read;
  }

  private void requireFresh(Instant readAt) {
    if (Duration.between(readAt, clock.instant()).compareTo(MAX_AGE) > 0) {
      throw new TooOldException();
    }
  }

  /** Ends an attempt whose chunk was read long before it could be processed. */
  private static final class TooOldException extends RuntimeException {
    private static final long serialVersionUID = 1;
  }
}
