package dev.cinedex.ledger;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import dev.cinedex.cassandra.Failures;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The claims of one write: its note, its deadline, and whether one of its claims may have
 * succeeded. All have one claim id, by which a claim that succeeded unnoticed is found again.
 */
final class ClaimAttempts implements AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(ClaimAttempts.class);

  /** The limit is far below the age at which a sweeper may take the note for abandoned. */
  static final Duration RETRY_LIMIT = Duration.ofSeconds(10);

  private final Ledger ledger;
  private final Notes notes;
  private final Clock clock;
  private final WriteListener listener;
  private final UUID entityId;
  private final Instant deadline;
  private final UUID claimId;
  private int claims;
  private boolean noted;

  /** One of the claims was won, or is not known to have lost. */
  private boolean mayHaveClaimed;

  ClaimAttempts(Ledger ledger, Notes notes, Clock clock, WriteListener listener, UUID entityId) {
    this.ledger = ledger;
    this.notes = notes;
    this.clock = clock;
    this.listener = listener;
    this.entityId = entityId;
    Instant begun = clock.instant();
    this.deadline = begun.plus(RETRY_LIMIT);
    this.claimId = Note.claimId(begun);
  }

  /** Returns whether the head is the version of an earlier attempt. */
  boolean succeeded(Head head) {
    boolean own = claimId.equals(head.claimId());
    mayHaveClaimed |= own;
    return own;
  }

  boolean isNoted() {
    return noted;
  }

  /** Writes the note that leads the sweeper to the claim. */
  void note() {
    noted = true; // also when the answer is lost
    notes.create(Note.of(entityId, claimId));
  }

  /** Returns the version of a decision that replaces a head. */
  Head version(Head head, Decision decision) {
    long micros = ChronoUnit.MICROS.between(Instant.EPOCH, clock.instant());
    Head next = decision.after(head, micros, claimId);
    if (LOGGER.isDebugEnabled()) {
      LOGGER.debug("{}: decides {} after {}", titled(), next.version(), head.version());
    }
    return next;
  }

  /** Refuses a claim that is too late; to be called after the note, else the sweeper misses it. */
  void requireTime(Head head) {
    if (clock.instant().isAfter(deadline)) {
      throw tooLate(head);
    }
  }

  private RuntimeException tooLate(Head head) {
    if (mayHaveClaimed) {
      return new UnknownOutcomeException(titled(), head.version());
    }
    return claims > 0
        ? new ContentionException(titled(), claims, RETRY_LIMIT)
        : new DriverTimeoutException(
            "Cassandra took more than %d s to read %s and to note its write. Nothing was written"
                .formatted(RETRY_LIMIT.toSeconds(), titled()));
  }

  /**
   * Sends the claim.
   *
   * @return whether it won; if not, it has lost, or its outcome is unknown
   */
  boolean claim(Head next, Head head) {
    boolean claimedBefore = mayHaveClaimed;
    mayHaveClaimed = true;
    claims++;
    if (LOGGER.isDebugEnabled()) {
      LOGGER.debug("{}: claims {} in place of {}", titled(), next.version(), head.version());
    }
    try {
      ClaimOutcome outcome = ledger.claim(next, head);
      listener.claimed(outcome);
      mayHaveClaimed = claimedBefore || outcome != ClaimOutcome.LOST;
      return outcome == ClaimOutcome.WON;
    } catch (DriverException refusal) { // what is not a refusal is an unknown outcome
      mayHaveClaimed = claimedBefore;
      throw refusal;
    }
  }

  /**
   * Reads the head again after a claim that has not won.
   *
   * @throws UnknownOutcomeException when another version stands there, and a claim of this write
   *     may have stood in between: the ledger does not tell
   */
  Head readAgain(Head head) {
    Ledger.BACKOFF.pause(claims);
    Head now = ledger.readSerial(entityId);
    boolean replaced = now.version() != head.version() && !claimId.equals(now.claimId());
    if (mayHaveClaimed && replaced) {
      throw new UnknownOutcomeException(titled(), now.version());
    }
    return now;
  }

  /** Returns what a failure between two attempts means for the write. */
  RuntimeException outcome(RuntimeException failure) {
    // The failure does not say so, but an earlier attempt may have succeeded.
    boolean environment = failure instanceof DriverException || Failures.isRetryable(failure);
    return mayHaveClaimed && environment && !isUnknown(failure)
        ? new UnknownOutcomeException(titled(), failure)
        : failure;
  }

  private static boolean isUnknown(RuntimeException failure) {
    return failure instanceof UnknownOutcomeException;
  }

  private String titled() {
    return ledger.entity().titled(entityId);
  }

  /** Deletes the note of a claim that will never be: else the sweeper would wait for the claim. */
  @Override
  public void close() {
    if (noted && !mayHaveClaimed) {
      notes
          .delete(Note.of(entityId, claimId))
          .whenComplete(
              (deleted, failure) -> {
                if (failure != null) {
                  LOGGER.debug("The sweeper will delete note {} of {}", claimId, entityId);
                }
              });
    }
  }
}
