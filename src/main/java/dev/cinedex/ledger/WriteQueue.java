package dev.cinedex.ledger;

import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Lets the writers of one entity in this process write one after the other: a claim that competes
 * with another one costs as much as a claim that wins. Who has written tells the next writer the
 * head, which then need not read it. Writers of other processes compete as before.
 */
final class WriteQueue {
  private final Map<UUID, Turns> turns = new ConcurrentHashMap<>();

  /** The writers of one entity, of whom one has its turn. */
  private static final class Turns {
    private final Semaphore turn = new Semaphore(1, true);
    private int writers; // changed with the map's lock on the entity
    private @Nullable Head head; // of whoever has the turn
  }

  /**
   * Waits until the writers before have written.
   *
   * @return the turn; null when it did not come in time
   * @throws IllegalStateException when the thread is interrupted
   */
  @Nullable Turn await(UUID entityId, long millis) {
    Turns entity =
        turns.compute(
            entityId,
            (id, present) -> {
              Turns of = present == null ? new Turns() : present;
              of.writers++;
              return of;
            });
    try {
      if (entity.turn.tryAcquire(millis, TimeUnit.MILLISECONDS)) {
        return new Turn(entityId, entity);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      leave(entityId);
      throw new IllegalStateException("Interrupted while other writers wrote " + entityId, e);
    }
    leave(entityId);
    return null;
  }

  /** Forgets the entity with its last writer. */
  private void leave(UUID entityId) {
    turns.computeIfPresent(entityId, (id, entity) -> --entity.writers == 0 ? null : entity);
  }

  /** The turn of one writer, which has to be closed. */
  final class Turn implements AutoCloseable {
    private final UUID entityId;
    private final Turns entity;
    private final @Nullable Head known;

    private Turn(UUID entityId, Turns entity) {
      this.entityId = entityId;
      this.entity = entity;
      this.known = entity.head;
      entity.head = null;
    }

    /** Returns the head that the writer before has settled; null when it is not known. */
    @Nullable Head known() {
      return known;
    }

    /** Tells the next writer the head. All lookup rows of the head must be written. */
    void tell(Head settled) {
      entity.head = settled;
    }

    @Override
    public void close() {
      entity.turn.release();
      leave(entityId);
    }
  }
}
