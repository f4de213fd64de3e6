package dev.cinedex.ledger;

import com.datastax.oss.driver.api.core.DriverException;
import dev.cinedex.catalog.StaleCatalogException;
import dev.cinedex.ledger.WriteQueue.Turn;
import dev.cinedex.lookup.Transition;
import dev.cinedex.projection.TooCostlyException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A write: read, help, note, claim, project, settle. Rows of version v are written and deleted at
 * timestamp v, and v was settled before v' is claimed: so the last version wins in every cell,
 * whatever is lost, repeated or late.
 */
public final class EntityWriter {
  private static final Logger LOGGER = LoggerFactory.getLogger(EntityWriter.class);
  private static final Duration FUTURE = Duration.ofMinutes(1);

  private final Ledger ledger;
  private final Notes notes;
  private final Clock clock;
  private final Settler settler;
  private final WriteListener listener;
  private final WriteQueue queue = new WriteQueue();

  public EntityWriter(
      Ledger ledger, Notes notes, Clock clock, Settler settler, WriteListener listener) {
    this.ledger = ledger;
    this.notes = notes;
    this.clock = clock;
    this.settler = settler;
    this.listener = listener;
  }

  /**
   * Writes an entity.
   *
   * @throws ContentionException when other writers won every attempt
   * @throws dev.cinedex.cassandra.ClockSkewException when this instance's clock is wrong
   * @throws StaleCatalogException when this instance may not know every lookup table
   * @throws TooCostlyException when no write may send the lookup rows; nothing was written
   * @throws UnknownOutcomeException when it cannot be determined whether the write happened
   * @throws DriverException when Cassandra did not answer; nothing was written
   */
  public Written write(UUID entityId, Change change) {
    try (Turn turn = queue.await(entityId, ClaimAttempts.RETRY_LIMIT.toMillis())) {
      if (turn == null) {
        throw new ContentionException(
            ledger.entity().titled(entityId), 0, ClaimAttempts.RETRY_LIMIT);
      }
      Written written = write(entityId, change, turn.known());
      if (written.projected() && settler.awaitsAllTables()) {
        turn.tell(written.head().asSettled());
      }
      return written;
    }
  }

  /**
   * @param known a head that may be the last one; null to read it
   */
  private Written write(UUID entityId, Change change, @Nullable Head known) {
    try (ClaimAttempts attempts = new ClaimAttempts(ledger, notes, clock, listener, entityId)) {
      try {
        return write(entityId, change, known, attempts);
      } catch (RuntimeException e) {
        throw attempts.outcome(e);
      }
    }
  }

  private Written write(
      UUID entityId, Change change, @Nullable Head known, ClaimAttempts attempts) {
    Attempt attempt = read(entityId, change, known);
    while (true) {
      Head head = attempt.head();
      help(head);
      Decision decision = attempt.requireDecision();
      if (decision.keeps(head)) {
        return new Written(head, Effect.UNCHANGED, true);
      }
      requireAffordable(entityId, decision);
      note(attempts);
      Head next = attempts.next(head, decision);
      if (attempts.claim(next, head)) {
        listener.done(WriteStep.CLAIM);
        return finish(next);
      }
      Head now = attempts.readAgain(head);
      if (attempts.succeeded(now)) {
        return finish(now);
      }
      attempt = Attempt.of(change, now);
    }
  }

  private Attempt read(UUID entityId, Change change, @Nullable Head known) {
    Attempt attempt = Attempt.of(change, known == null ? ledger.read(entityId) : known);
    if (!attempt.claims()) { // then no claim tells whether this was the last version
      attempt = Attempt.of(change, ledger.readSerial(entityId));
    }
    listener.done(WriteStep.READ);
    return attempt;
  }

  private void help(Head head) {
    if (!head.settled()) {
      settler.settle(head, SettledBy.NEXT_WRITER);
      listener.done(WriteStep.HELP);
    }
    warnOfTheFuture(head);
  }

  private void requireAffordable(UUID entityId, Decision decision) {
    if (decision.forced()) {
      return; // the state stays the same, so its rows are written already
    }
    Optional<TooCostlyException> refusal = settler.tooCostly(entityId, decision.state());
    if (refusal.isPresent()) {
      throw refusal.get();
    }
  }

  /** Returns whether a write could send all lookup rows that the entity has now. */
  public boolean isAffordable(Head head) {
    return settler.tooCostly(head.entityId(), head.state()).isEmpty();
  }

  private void note(ClaimAttempts attempts) {
    if (!attempts.isNoted()) {
      settler.requireKnownTables();
      attempts.note();
      listener.done(WriteStep.NOTE);
    }
  }

  /** Projects and settles the version that was claimed. */
  private Written finish(Head head) {
    Effect effect = head.previous() == null ? Effect.CREATED : Effect.CHANGED;
    return new Written(head, effect, settler.finish(head));
  }

  /** Warns of a version that all later ones have to follow, whatever their clocks say. */
  private void warnOfTheFuture(Head head) {
    Instant version = Instant.EPOCH.plus(head.version(), ChronoUnit.MICROS);
    if (version.isAfter(clock.instant().plus(FUTURE))) {
      LOGGER.warn(
          "{} is at version {}, which is in the future ({}): was the clock of an instance wrong?",
          ledger.entity().titled(head.entityId()),
          head.version(),
          version);
    }
  }

  /**
   * Claims a version that says the same as the last one: at its timestamp rows can be written over
   * cells that are newer than the entity, which no version of its own can have written.
   */
  public Head rewrite(UUID entityId) {
    return write(entityId, Decision::rewrite).head();
  }

  /**
   * Returns what {@link #write} would do if nobody else wrote the entity.
   *
   * @throws TooCostlyException when no write may send the lookup rows
   */
  public WritePreview preview(UUID entityId, Change change) {
    Head head = ledger.readSerial(entityId);
    Decision decision = change.decide(head);
    requireAffordable(entityId, decision);
    Effect effect = head.exists() ? Effect.CHANGED : Effect.CREATED;
    return new WritePreview(
        Objects.equals(decision.state(), head.state()) ? Effect.UNCHANGED : effect,
        head.version(),
        settler.plan(new Transition(entityId, head.state(), decision.state(), head.version() + 1)));
  }

  /**
   * Finishes what another writer of the entity left, if anything.
   *
   * @return the head as it was found
   */
  public Head settle(UUID entityId) {
    Head head = ledger.readSerial(entityId);
    if (!head.settled()) {
      settler.settle(head, SettledBy.SWEEPER);
    }
    return head;
  }

  /** Finishes in the background, if there is room, what another writer of the entity left. */
  public void settleLater(UUID entityId) {
    settler.later(entityId, () -> settle(entityId));
  }
}
