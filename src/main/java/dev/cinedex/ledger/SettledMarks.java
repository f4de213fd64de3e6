package dev.cinedex.ledger;

import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Marks versions as settled, in the background: first in the ledger, then their notes go. */
public final class SettledMarks implements AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(SettledMarks.class);
  private static final int MAX_IN_FLIGHT = 1024;
  private static final long CLOSE_SECONDS = 5;

  private final Ledger ledger;
  private final Notes notes;
  private final Semaphore inFlight = new Semaphore(MAX_IN_FLIGHT);

  public SettledMarks(Ledger ledger, Notes notes) {
    this.ledger = ledger;
    this.notes = notes;
  }

  /** Marks a version whose lookup rows are all written, and removes its note. */
  void mark(Head head) {
    Note note = Note.of(head.entityId(), Objects.requireNonNull(head.claimId()));
    mark(head, () -> ledger.settle(head).thenCompose(settled -> notes.delete(note)));
  }

  /** Marks a version that has no note, and whose lookup rows are all written. */
  void markUnnoted(Head head) {
    mark(head, () -> ledger.settle(head));
  }

  private void mark(Head head, Supplier<CompletionStage<?>> marking) {
    inFlight.acquireUninterruptibly();
    marking
        .get()
        .whenComplete(
            (done, failure) -> {
              inFlight.release();
              if (failure != null) {
                // The rows are written: whoever finds the note only repeats this.
                LOGGER.info(
                    "{} is settled, but not marked so: {}",
                    ledger.entity().titled(head.entityId()),
                    failure.toString());
              }
            });
  }

  /** Waits for the marks in flight; the session must still be open. */
  @Override
  public void close() {
    try {
      if (!inFlight.tryAcquire(MAX_IN_FLIGHT, CLOSE_SECONDS, TimeUnit.SECONDS)) {
        LOGGER.warn("Some versions are settled, but not marked so");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
