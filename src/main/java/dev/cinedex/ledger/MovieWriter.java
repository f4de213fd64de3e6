package dev.cinedex.ledger;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.servererrors.DefaultWriteType;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import com.datastax.oss.driver.api.core.servererrors.WriteTimeoutException;
import com.datastax.oss.driver.api.core.uuid.Uuids;
import dev.cinedex.cassandra.ClockSkewException;
import dev.cinedex.ledger.Written.Effect;
import dev.cinedex.movie.Movie;
import dev.cinedex.projection.Projection;
import dev.cinedex.projection.Projection.Plan;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A write: read, help, note, claim, project, settle. Rows of version v are written and deleted at
 * timestamp v, and v was settled before v' is claimed: so the last version wins in every cell,
 * whatever is lost, repeated or late.
 */
public final class MovieWriter implements AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(MovieWriter.class);

  /** Far below the age at which a sweeper may take the note for abandoned. */
  private static final Duration RETRY_LIMIT = Duration.ofSeconds(10);

  /** Settled movies that are being marked so, at once. */
  private static final int MARKS = 1024;

  private static final Duration FUTURE = Duration.ofMinutes(1);
  private static final int PROJECTIONS = 3;
  private static final long CLOSE_SECONDS = 5;
  private static final long FIRST_PAUSE_MILLIS = 10;
  private static final long LONGEST_PAUSE_MILLIS = 500;

  private final Ledger ledger;
  private final Projection projection;
  private final Clock clock;
  private final Consumer<WriteStep> done;
  private final Semaphore marks = new Semaphore(MARKS);

  /**
   * @param done is told each step when it is done; a test stops the process there
   */
  public MovieWriter(Ledger ledger, Projection projection, Clock clock, Consumer<WriteStep> done) {
    this.ledger = ledger;
    this.projection = projection;
    this.clock = clock;
    this.done = done;
  }

  /** As {@link #write(UUID, String, Change)}, for a request without an idempotency key. */
  public Written write(UUID movieId, Change change) {
    return write(movieId, null, change);
  }

  /**
   * @param createdBy kept with the movie if this write is its first; null for none
   * @throws ContentionException when other writers won every attempt
   * @throws ClockSkewException when this instance's clock is wrong
   * @throws UnknownOutcomeException when it cannot be told whether the write happened
   * @throws DriverException when Cassandra did not answer; the outcome is then unknown, too
   */
  public Written write(UUID movieId, @Nullable String createdBy, Change change) {
    Attempts attempts = new Attempts(Uuids.timeBased(), clock.instant().plus(RETRY_LIMIT));
    try {
      return write(movieId, createdBy, change, attempts);
    } catch (ClockSkewException | AllNodesFailedException e) {
      // Neither says so, but an attempt before may have succeeded.
      throw attempts.mayHaveClaimed ? new UnknownOutcomeException(movieId, e) : e;
    } finally {
      if (attempts.noted && !attempts.mayHaveClaimed) {
        ledger.dropNote(movieId, attempts.claimId); // else the sweeper would wait for the claim
      }
    }
  }

  /**
   * What a write would do now; nothing is sent.
   *
   * @param replaced the version that it would replace; 0 when there is none
   */
  public record Preview(Effect effect, long replaced, Plan plan) {}

  /**
   * @return what {@link #write} would do if nobody else wrote the movie
   */
  public Preview preview(UUID movieId, Change change) {
    Head head = ledger.readSerial(movieId);
    Movie movie = change.apply(head);
    Effect effect = head.movie() == null ? Effect.CREATED : Effect.CHANGED;
    return new Preview(
        Objects.equals(movie, head.movie()) ? Effect.UNCHANGED : effect,
        head.version(),
        projection.plan(movieId, head.movie(), movie));
  }

  private Written write(
      UUID movieId, @Nullable String createdBy, Change change, Attempts attempts) {
    Head head = ledger.read(movieId);
    if (!asksForClaim(change, head)) {
      head = ledger.readSerial(movieId); // no claim will tell whether this was the last state
    }
    done.accept(WriteStep.READ);
    for (int attempt = 1; ; attempt++) {
      if (attempts.claimId.equals(head.claimId())) {
        attempts.mayHaveClaimed = true;
        return finish(head);
      }
      if (!head.settled()) {
        settle(head);
        done.accept(WriteStep.HELP);
      }
      warnOfTheFuture(head);
      Movie movie = change.apply(head);
      if (Objects.equals(movie, head.movie())) {
        return new Written(head, Effect.UNCHANGED, true);
      }
      if (!attempts.noted) {
        attempts.noted = true;
        ledger.note(movieId, attempts.claimId);
        done.accept(WriteStep.NOTE);
      }
      // After the note: one that was written later would be where the sweeper no longer looks.
      if (clock.instant().isAfter(attempts.deadline)) {
        throw attempts.mayHaveClaimed
            ? new UnknownOutcomeException(movieId, head.version())
            : new ContentionException(movieId, attempt - 1, RETRY_LIMIT);
      }
      Head next = head.next(movie, micros(clock.instant()), attempts.claimId, createdBy);
      LOGGER.debug("Movie {}: claims {} in place of {}", movieId, next.version(), head.version());
      boolean claimedBefore = attempts.mayHaveClaimed;
      attempts.mayHaveClaimed = true;
      ClaimOutcome outcome = ledger.claim(next, head);
      if (outcome == ClaimOutcome.WON) {
        done.accept(WriteStep.CLAIM);
        return finish(next);
      }
      attempts.mayHaveClaimed = claimedBefore || outcome == ClaimOutcome.UNKNOWN;
      pause(attempt);
      Head now = ledger.readSerial(movieId);
      boolean replaced = now.version() != head.version() && !attempts.claimId.equals(now.claimId());
      if (attempts.mayHaveClaimed && replaced) {
        // By a writer who saw ours, or by one who was faster: the ledger does not tell.
        throw new UnknownOutcomeException(movieId, now.version());
      }
      head = now;
    }
  }

  private static boolean asksForClaim(Change change, Head head) {
    try {
      return !Objects.equals(change.apply(head), head.movie());
    } catch (RuntimeException refused) {
      return false;
    }
  }

  /** What the attempts of one write have in common. */
  private static final class Attempts {
    /** One for all: an attempt that succeeded unnoticed is found again by it. */
    private final UUID claimId;

    private final Instant deadline;
    private boolean noted;

    /** Whether one of the claims was won, or is not known to have lost. */
    private boolean mayHaveClaimed;

    Attempts(UUID claimId, Instant deadline) {
      this.claimId = claimId;
      this.deadline = deadline;
    }
  }

  /** Its versions go on from there; but until then no other clock counts. */
  private void warnOfTheFuture(Head head) {
    Instant version = Instant.EPOCH.plus(head.version(), ChronoUnit.MICROS);
    if (version.isAfter(clock.instant().plus(FUTURE))) {
      LOGGER.warn(
          "Movie {} is at version {}, which is in the future ({}): was the clock of an instance wrong?",
          head.movieId(),
          head.version(),
          version);
    }
  }

  /** The claim is won, so the write has happened, whatever becomes of its lookup rows. */
  private Written finish(Head head) {
    Effect effect = head.previous() == null ? Effect.CREATED : Effect.CHANGED;
    for (int attempt = 1; ; attempt++) {
      try {
        settle(head);
        return new Written(head, effect, true);
      } catch (QueryValidationException e) {
        throw e; // no other attempt would do better
      } catch (DriverException e) {
        // Sent again the batches are the same, at the same timestamp. Not so when one is logged:
        // Cassandra will apply that by itself, and the sweeper sees to the rest.
        if (attempt == PROJECTIONS || isLogged(e)) {
          LOGGER.warn(
              "Lookup rows of movie {} version {} are not all acknowledged; its note is kept: {}",
              head.movieId(),
              head.version(),
              e.toString());
          return new Written(head, effect, false);
        }
        pause(attempt);
      }
    }
  }

  private static boolean isLogged(DriverException e) {
    return e instanceof WriteTimeoutException timeout
        && timeout.getWriteType() == DefaultWriteType.BATCH;
  }

  /**
   * Finishes what another writer of the movie left, if anything.
   *
   * @return the head as it was found
   */
  public Head settle(UUID movieId) {
    Head head = ledger.readSerial(movieId);
    if (!head.settled()) {
      settle(head);
    }
    return head;
  }

  /** Writes the lookup rows of a version, whoever claimed it. */
  private void settle(Head head) {
    projection.project(head.movieId(), head.previous(), head.movie(), head.version());
    done.accept(WriteStep.PROJECT);
    marks.acquireUninterruptibly();
    ledger
        .settled(head)
        .whenComplete(
            (ok, failure) -> {
              marks.release();
              if (failure != null) {
                // Its rows are written: whoever finds the note has nothing to do but this again.
                LOGGER.info("Movie {} is settled, but not marked so: {}", head.movieId(), failure);
              }
            });
    done.accept(WriteStep.SETTLE);
  }

  /** Waits until what was settled is marked so: before the session is closed. */
  @Override
  public void close() {
    try {
      if (!marks.tryAcquire(MARKS, CLOSE_SECONDS, TimeUnit.SECONDS)) {
        LOGGER.warn("Some movies are settled, but not marked so");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static long micros(Instant instant) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
  }

  private static void pause(int attempt) {
    long longest = Math.min(LONGEST_PAUSE_MILLIS, FIRST_PAUSE_MILLIS << Math.min(attempt, 16));
    try {
      Thread.sleep(ThreadLocalRandom.current().nextLong(longest));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted between two attempts of a write", e);
    }
  }
}
