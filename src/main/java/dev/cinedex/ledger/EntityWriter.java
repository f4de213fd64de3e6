package dev.cinedex.ledger;

import com.datastax.oss.driver.api.core.DriverException;
import dev.cinedex.cassandra.TokenRange;
import dev.cinedex.catalog.StaleCatalogException;
import dev.cinedex.ledger.WriteGroups.Member;
import dev.cinedex.lookup.Transition;
import dev.cinedex.projection.TooCostlyException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A write: read, help, note, claim, project, settle. Rows of version v are written and deleted at
 * timestamp v, and v was settled before v' is claimed: so the last version wins in every cell,
 * whatever is lost, repeated or late.
 */
public final class EntityWriter implements Writes {
  private static final Logger LOGGER = LoggerFactory.getLogger(EntityWriter.class);
  private static final Duration FUTURE = Duration.ofMinutes(1);

  /** The parts in which the whole ledger is read. */
  private static final int SLICES = 64;

  private final Ledger ledger;
  private final Notes notes;
  private final Clock clock;
  private final Settler settler;
  private final WriteListener listener;
  private final WriteGroups groups = new WriteGroups();
  private final KnownHeads heads = new KnownHeads();

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
  @Override
  public Written write(UUID entityId, Change change) {
    Written written =
        groups.write(
            entityId,
            change,
            ClaimAttempts.RETRY_LIMIT.toMillis(),
            group -> write(entityId, group));
    if (written == null) {
      throw new ContentionException(ledger.entity().titled(entityId), 0, ClaimAttempts.RETRY_LIMIT);
    }
    return written;
  }

  /** Writes for a group of writers, in one version. */
  private void write(UUID entityId, List<Member> group) {
    try (ClaimAttempts attempts = new ClaimAttempts(ledger, notes, clock, listener, entityId)) {
      try {
        write(group, attempts, read(entityId, group, attempts));
      } catch (RuntimeException e) {
        throw attempts.outcome(e);
      }
    }
  }

  private void write(List<Member> group, ClaimAttempts attempts, Attempt first) {
    Attempt attempt = first;
    while (true) {
      Head head = attempt.head();
      help(head);
      if (!attempt.claims()) {
        answer(attempt, head, true);
        return;
      }
      note(attempts);
      attempts.requireTime(head);
      settler.requireKnownTables(); // after the note, which an exclusive import looks for
      Head next = attempt.next();
      if (attempts.claim(next, head)) {
        listener.done(WriteStep.CLAIM);
        answer(attempt, next, settler.finish(next));
        return;
      }
      Head now = attempts.readAgain(head);
      if (attempts.succeeded(now)) {
        answer(attempt, now, settler.finish(now));
        return;
      }
      if (now.version() != head.version()) {
        heads.othersWrite(head.entityId());
      }
      attempt = attempt(group, now, attempts);
    }
  }

  private Attempt read(UUID entityId, List<Member> group, ClaimAttempts attempts) {
    Head known = heads.take(entityId);
    Attempt attempt = attempt(group, known == null ? ledger.read(entityId) : known, attempts);
    if (!attempt.claims()) { // then no claim tells whether this was the last version
      attempt = attempt(group, ledger.readSerial(entityId), attempts);
    }
    listener.done(WriteStep.READ);
    return attempt;
  }

  private Attempt attempt(List<Member> group, Head head, ClaimAttempts attempts) {
    return Attempt.of(
        group,
        ledger.confirmed(head),
        (before, decision) -> {
          settler.requireAffordable(before.entityId(), decision);
          return attempts.version(before, decision);
        });
  }

  /** Answers the members of a group, and remembers the head for the next one. */
  private void answer(Attempt attempt, Head head, boolean projected) {
    attempt.answer(projected);
    if (projected && settler.awaitsAllTables()) {
      heads.remember(head.asSettled());
    }
  }

  private void help(Head head) {
    if (!head.settled()) {
      settler.settle(head, SettledBy.NEXT_WRITER);
      listener.done(WriteStep.HELP);
    }
    warnOfTheFuture(head);
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
    settler.requireAffordable(entityId, decision);
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
    Head head = ledger.confirmed(ledger.readSerial(entityId));
    if (!head.settled()) {
      settler.settle(head, SettledBy.SWEEPER);
    }
    return head;
  }

  /**
   * Begins to write without claims, while no other process writes.
   *
   * @throws dev.cinedex.errors.StartupException when another process writes
   */
  public ExclusiveWriter exclusive() {
    settler.beginExclusive();
    try {
      return new ExclusiveWriter(
          this, ledger, clock, settler, UnsettledNotes.mayBeClaimed(notes, clock.instant()));
    } catch (RuntimeException e) {
      settler.endExclusive();
      throw e;
    }
  }

  /**
   * Completes every entity that is not settled, as a killed exclusive import leaves them: they have
   * no notes. Reads the whole ledger.
   *
   * @param done is called after each entity
   */
  public void settleAll(Runnable done) {
    for (TokenRange range : TokenRange.all(SLICES)) {
      for (Head head : ledger.scan(range)) {
        if (!head.settled()) {
          settle(head.entityId());
        }
        done.run();
      }
    }
  }

  /** Finishes in the background, if there is room, what another writer of the entity left. */
  public void settleLater(UUID entityId) {
    settler.later(entityId, () -> settle(entityId));
  }
}
