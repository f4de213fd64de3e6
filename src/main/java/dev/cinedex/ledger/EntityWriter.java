package dev.cinedex.ledger;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.servererrors.DefaultWriteType;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import com.datastax.oss.driver.api.core.servererrors.WriteTimeoutException;
import dev.cinedex.cassandra.ClockSkewException;
import dev.cinedex.catalog.Catalog;
import dev.cinedex.catalog.CatalogView;
import dev.cinedex.catalog.StaleCatalogException;
import dev.cinedex.ledger.Written.Effect;
import dev.cinedex.lookup.LookupDeclaration.Maintenance;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.RowChanges;
import dev.cinedex.movie.Movie;
import dev.cinedex.projection.Projection;
import dev.cinedex.projection.Projection.Plan;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A write: read, help, note, claim, project, settle. Rows of version v are written and deleted at
 * timestamp v, and v was settled before v' is claimed: so the last version wins in every cell,
 * whatever is lost, repeated or late.
 */
public final class EntityWriter implements AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(EntityWriter.class);

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
  private final Catalog catalog;
  private final Clock clock;
  private final Executor background;
  private final Consumer<WriteStep> done;
  private final Semaphore marks = new Semaphore(MARKS);

  /**
   * @param catalog of the tables to write
   * @param background writes what a write does not wait for; may refuse, then the sweeper does
   * @param done is told each step when it is done; a test stops the process there
   */
  public EntityWriter(
      Ledger ledger,
      Projection projection,
      Catalog catalog,
      Clock clock,
      Executor background,
      Consumer<WriteStep> done) {
    this.ledger = ledger;
    this.projection = projection;
    this.catalog = catalog;
    this.clock = clock;
    this.background = background;
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
   * @throws StaleCatalogException when this instance may not know every lookup table
   * @throws UnknownOutcomeException when it cannot be told whether the write happened
   * @throws DriverException when Cassandra did not answer; nothing was written
   */
  public Written write(UUID movieId, @Nullable String createdBy, Change change) {
    return write(movieId, createdBy, change, false);
  }

  /**
   * @param anyway whether a version is claimed that changes nothing, too
   */
  private Written write(UUID movieId, @Nullable String createdBy, Change change, boolean anyway) {
    Attempts attempts = new Attempts(clock.instant(), anyway);
    try {
      return write(movieId, createdBy, change, attempts);
    } catch (ClockSkewException | StaleCatalogException | DriverException e) {
      // None says so, but an attempt before may have succeeded.
      throw attempts.mayHaveClaimed ? new UnknownOutcomeException(movieId, e) : e;
    } finally {
      if (attempts.noted && !attempts.mayHaveClaimed) {
        ledger.dropNote(movieId, attempts.claimId); // else the sweeper would wait for the claim
      }
    }
  }

  /**
   * Claims a version that says the same as the last one: at its timestamp rows can be written over
   * cells that are newer than the movie, which no version of its own can have written.
   */
  public Head rewrite(UUID movieId) {
    return write(movieId, null, Head::state, true).head();
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
    Effect effect = head.state() == null ? Effect.CREATED : Effect.CHANGED;
    return new Preview(
        Objects.equals(movie, head.state()) ? Effect.UNCHANGED : effect,
        head.version(),
        Stream.of(Maintenance.values())
            .map(when -> catalog.view().tables(when))
            .map(tables -> projection.plan(tables, movieId, head.state(), movie))
            .reduce(Plan.NOTHING, Plan::and));
  }

  private Written write(
      UUID movieId, @Nullable String createdBy, Change change, Attempts attempts) {
    Head head = ledger.read(movieId);
    if (!attempts.anyway && !asksForClaim(change, head)) {
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
      if (!attempts.anyway && Objects.equals(movie, head.state())) {
        return new Written(head, Effect.UNCHANGED, true);
      }
      if (!attempts.noted) {
        catalog.current(); // who may not know every table claims nothing
        attempts.noted = true;
        ledger.note(movieId, attempts.claimId);
        done.accept(WriteStep.NOTE);
      }
      // After the note: one that was written later would be where the sweeper no longer looks.
      if (clock.instant().isAfter(attempts.deadline)) {
        throw tooLate(movieId, head, attempts, attempt - 1);
      }
      Head next = head.next(movie, micros(clock.instant()), attempts.claimId, createdBy);
      LOGGER.debug("Movie {}: claims {} in place of {}", movieId, next.version(), head.version());
      boolean claimedBefore = attempts.mayHaveClaimed;
      attempts.mayHaveClaimed = true;
      ClaimOutcome outcome;
      try {
        outcome = ledger.claim(next, head);
      } catch (QueryValidationException e) {
        attempts.mayHaveClaimed = claimedBefore;
        throw e;
      }
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

  private static RuntimeException tooLate(UUID movieId, Head head, Attempts attempts, int claims) {
    if (attempts.mayHaveClaimed) {
      return new UnknownOutcomeException(movieId, head.version());
    }
    return claims > 0
        ? new ContentionException(movieId, claims, RETRY_LIMIT)
        : new DriverTimeoutException(
            "Cassandra took more than %d s to read movie %s and to note its write. Nothing was written"
                .formatted(RETRY_LIMIT.toSeconds(), movieId));
  }

  private static boolean asksForClaim(Change change, Head head) {
    try {
      return !Objects.equals(change.apply(head), head.state());
    } catch (RuntimeException refused) {
      return false;
    }
  }

  /** What the attempts of one write have in common. */
  private static final class Attempts {
    /** One for all: an attempt that succeeded unnoticed is found again by it. */
    private final UUID claimId;

    private final Instant deadline;

    /** Whether a claim is made that changes nothing. */
    private final boolean anyway;

    private boolean noted;

    /** Whether one of the claims was won, or is not known to have lost. */
    private boolean mayHaveClaimed;

    Attempts(Instant begun, boolean anyway) {
      this.claimId = Notes.claimId(begun);
      this.deadline = begun.plus(RETRY_LIMIT);
      this.anyway = anyway;
    }
  }

  /** Its versions go on from there; but until then no other clock counts. */
  private void warnOfTheFuture(Head head) {
    Instant version = Instant.EPOCH.plus(head.version(), ChronoUnit.MICROS);
    if (version.isAfter(clock.instant().plus(FUTURE))) {
      LOGGER.warn(
          "Movie {} is at version {}, which is in the future ({}): was the clock of an instance wrong?",
          head.entityId(),
          head.version(),
          version);
    }
  }

  /** The claim is won, so the write has happened, whatever becomes of its lookup rows. */
  private Written finish(Head head) {
    Effect effect = head.previous() == null ? Effect.CREATED : Effect.CHANGED;
    for (int attempt = 1; ; attempt++) {
      try {
        settleAwaited(head);
        return new Written(head, effect, true);
      } catch (QueryValidationException e) {
        LOGGER.error(
            "Movie {} version {} is written, but Cassandra refuses its lookup rows; its note is kept",
            head.entityId(),
            head.version(),
            e);
        return new Written(head, effect, false);
      } catch (StaleCatalogException e) {
        LOGGER.warn("Movie {} version {}: {}", head.entityId(), head.version(), e.getMessage());
        return new Written(head, effect, false);
      } catch (DriverException e) {
        // Sent again the batches are the same, at the same timestamp. Not so when one is logged:
        // Cassandra will apply that by itself, and the sweeper sees to the rest.
        if (attempt == PROJECTIONS || isLogged(e)) {
          LOGGER.warn(
              "Lookup rows of movie {} version {} are not all acknowledged; its note is kept: {}",
              head.entityId(),
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

  /** As {@link #settle(UUID)}, but in the background, if there is room. */
  public void settleLater(UUID movieId) {
    later(movieId, () -> settle(movieId));
  }

  private void later(UUID movieId, Runnable settling) {
    background.execute(
        () -> {
          try {
            settling.run();
          } catch (DriverException | StaleCatalogException e) {
            LOGGER.debug("Movie {} is left to the sweeper", movieId, e);
          }
        });
  }

  /** Writes the lookup rows of a version, whoever claimed it. */
  private void settle(Head head) {
    CatalogView view = catalog.current();
    settle(head, view, view.tables());
  }

  /** The same, but the write does not wait for the tables that are maintained later. */
  private void settleAwaited(Head head) {
    CatalogView view = catalog.current();
    List<LookupTable> later = view.tables(Maintenance.ASYNC);
    RowChanges changes = RowChanges.between(later, head.entityId(), head.previous(), head.state());
    if (changes.isEmpty()) {
      settle(head, view, view.tables(Maintenance.SYNC));
    } else if (project(head, view, view.tables(Maintenance.SYNC))) {
      later(head.entityId(), () -> settle(head, view, later));
    } else {
      settle(head);
    }
  }

  /**
   * @param rest the tables of the view whose rows are not written yet
   */
  private void settle(Head head, CatalogView view, List<LookupTable> rest) {
    if (project(head, view, rest) && catalog.isCurrent(view)) {
      mark(head);
    } else {
      settle(head); // there are other tables now, whose build counts on this instance
    }
  }

  /**
   * @return false when one of the tables was dropped meanwhile, so that not all is written
   */
  private boolean project(Head head, CatalogView view, List<LookupTable> tables) {
    try {
      projection.project(tables, head.entityId(), head.previous(), head.state(), head.version());
    } catch (QueryValidationException e) {
      if (catalog.isCurrent(view)) {
        throw e;
      }
      LOGGER.info("Movie {} is projected again: {}", head.entityId(), e.getMessage());
      return false;
    }
    done.accept(WriteStep.PROJECT);
    return true;
  }

  private void mark(Head head) {
    marks.acquireUninterruptibly();
    ledger
        .settled(head)
        .whenComplete(
            (ok, failure) -> {
              marks.release();
              if (failure != null) {
                // Its rows are written: whoever finds the note has nothing to do but this again.
                LOGGER.info("Movie {} is settled, but not marked so: {}", head.entityId(), failure);
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

  /** Longer after each attempt, but never the same for two that began together. */
  public static void pause(int attempt) {
    long longest = Math.min(LONGEST_PAUSE_MILLIS, FIRST_PAUSE_MILLIS << Math.min(attempt, 16));
    try {
      Thread.sleep(ThreadLocalRandom.current().nextLong(longest));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted between two attempts of a write", e);
    }
  }
}
