package dev.cinedex.ledger;

import static java.time.temporal.ChronoUnit.MINUTES;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import dev.cinedex.cassandra.PeriodicTask;
import dev.cinedex.catalog.InstanceLeases;
import dev.cinedex.catalog.StaleCatalogException;
import io.dropwizard.lifecycle.Managed;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finishes in the background what writers left: settles the movies of old notes, and removes the
 * notes. Each live instance sweeps its share of the shards; sweeping one twice does no harm. How
 * far a shard is swept is kept, so that a restart goes on there, and an idle pass reads one or two
 * partitions of a shard.
 */
public final class Sweeper implements Managed {
  private static final Logger LOGGER = LoggerFactory.getLogger(Sweeper.class);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(5);

  private final Notes notes;
  private final EntityWriter writer;
  private final InstanceLeases instances;
  private final Clock clock;
  private final Duration grace;
  private final PeriodicTask background;

  /** Where the next pass begins: after the shard at which one failed, so that it comes last. */
  private int first;

  /**
   * @param grace age at which a note's writer is taken for dead; more than twice the time within
   *     which a writer claims after its note
   * @param interval between two passes; longer while Cassandra does not answer
   */
  public Sweeper(
      Notes notes,
      EntityWriter writer,
      InstanceLeases instances,
      Clock clock,
      Duration grace,
      Duration interval) {
    this.notes = notes;
    this.writer = writer;
    this.instances = instances;
    this.clock = clock;
    this.grace = grace;
    this.background = new PeriodicTask("sweeper", interval, this::sweep);
  }

  @Override
  public void start() {
    background.start();
  }

  @Override
  public void stop() throws InterruptedException {
    background.stop(STOP_LIMIT);
    instances.leave();
  }

  /**
   * One pass over this instance's shards.
   *
   * @return movies that had something left
   * @throws DriverException when Cassandra does not answer; the pass ends there
   */
  public long sweep() {
    Instant until = clock.instant().minus(grace); // when the clock is wrong, the lease runs out
    instances.renew();
    long settled = 0;
    List<Integer> shards =
        instances.ownShares(Notes.SHARDS).stream()
            .sorted(Comparator.comparingInt(shard -> Math.floorMod(shard - first, Notes.SHARDS)))
            .toList();
    for (int shard : shards) {
      first = shard + 1;
      Instant from = notes.sweptUntil(shard).orElseGet(() -> notes.firstMinute(until));
      Instant expired = until.minus(Notes.KEPT).truncatedTo(MINUTES);
      settled += sweep(shard, from.isBefore(expired) ? expired : from, until);
    }
    if (settled > 0) {
      LOGGER.info("Wrote the rows that writers had left of {} movies", settled);
    }
    return settled;
  }

  private long sweep(int shard, Instant from, Instant until) {
    Map<UUID, Head> found = new HashMap<>(); // hot movies may have many notes
    // The last minute may still get notes, and has some that are not old enough.
    Instant done = until.truncatedTo(MINUTES);
    for (Instant minute = from; !minute.isAfter(until); minute = minute.plus(1, MINUTES)) {
      for (Note note : notes.find(shard, minute)) {
        boolean old = Notes.writtenAt(note.claimId()).isBefore(until);
        if (old && !finish(note, found, until) && minute.isBefore(done)) {
          done = minute;
        }
      }
    }
    if (done.isAfter(from)) {
      notes.sweptUntil(shard, done);
    }
    return found.values().stream().filter(head -> !head.settled()).count();
  }

  /** Settles the note's movie, and removes the note; false when it is kept. */
  private boolean finish(Note note, Map<UUID, Head> found, Instant until) {
    try {
      Head head = found.computeIfAbsent(note.movieId(), writer::settle);
      if (!note.claimId().equals(head.claimId()) && !claimedNoMore(note, until)) {
        return false;
      }
      notes.delete(note);
      return true;
    } catch (RuntimeException e) {
      boolean refused = e instanceof QueryValidationException; // for this movie, not for all
      if (e instanceof StaleCatalogException || (e instanceof DriverException && !refused)) {
        throw e;
      }
      LOGGER.error("Movie {} cannot be settled; its note is kept", note.movieId(), e);
      return false;
    }
  }

  private static boolean claimedNoMore(Note note, Instant until) {
    return Notes.writtenAt(note.claimId()).isBefore(until.minus(Notes.LATEST_CLAIM));
  }
}
