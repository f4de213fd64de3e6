package dev.cinedex.ledger;

import com.datastax.oss.driver.api.core.DriverException;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Writes entities while no other process writes. A new one needs no claim, because nobody competes:
 * its head is inserted, then its rows, then the mark. An entity that exists, or that a claim may
 * still be on its way to, is written in the six steps.
 *
 * <p>One thread at a time may write an entity.
 */
public final class ExclusiveWriter implements Writes, AutoCloseable {
  /**
   * The time between a version and the write timestamp of its head. Clocks differ by less, so every
   * later claim wins over the head.
   */
  private static final long BEFORE_MICROS = TimeUnit.MINUTES.toMicros(1);

  private final Writes usual;
  private final Ledger ledger;
  private final Clock clock;
  private final Settler settler;
  private final Set<UUID> claimed;

  /** The heads that may or may not be written yet: each is sent again until it is. */
  private final Map<UUID, Head> sent = new ConcurrentHashMap<>();

  /**
   * @param usual writes in the six steps
   * @param claimed the entities that may be claimed by a writer that is gone
   */
  ExclusiveWriter(Writes usual, Ledger ledger, Clock clock, Settler settler, Set<UUID> claimed) {
    this.usual = usual;
    this.ledger = ledger;
    this.clock = clock;
    this.settler = settler;
    this.claimed = Set.copyOf(claimed);
  }

  /**
   * Writes an entity. What fails can be repeated with the same change.
   *
   * @throws dev.cinedex.catalog.StaleCatalogException when another process may write now
   * @throws dev.cinedex.projection.TooCostlyException when no write may send the lookup rows;
   *     nothing was written
   * @throws DriverException when Cassandra did not answer
   */
  @Override
  public Written write(UUID entityId, Change change) {
    Head first = sent.get(entityId);
    if (first != null) {
      return insert(first);
    }
    if (claimed.contains(entityId)) {
      return usual.write(entityId, change);
    }
    Head head = ledger.readAcknowledged(entityId);
    if (head.version() > 0) {
      return usual.write(entityId, change);
    }
    Decision decision = change.decide(head);
    if (decision.keeps(head)) {
      return new Written(head, Effect.UNCHANGED, true);
    }
    settler.requireAffordable(entityId, decision);
    Instant now = clock.instant();
    long micros = ChronoUnit.MICROS.between(Instant.EPOCH, now);
    return insert(decision.after(head, micros, Note.unclaimedId(now)));
  }

  private Written insert(Head first) {
    sent.put(first.entityId(), first);
    // After the version was chosen: a process that writes later gets later timestamps.
    settler.requireKnownTables();
    ledger.insert(first, first.version() - BEFORE_MICROS);
    // Checks again that this process writes alone: only then is this head the first version.
    boolean projected = settler.finishFirst(first);
    sent.remove(first.entityId());
    return new Written(first, Effect.CREATED, projected);
  }

  /**
   * Lets other processes write, unless a head may still arrive: then they wait until the lease has
   * expired, so that every version of theirs is later.
   */
  @Override
  public void close() {
    if (sent.isEmpty()) {
      settler.endExclusive();
    }
  }
}
