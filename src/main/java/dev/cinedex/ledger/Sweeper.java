package dev.cinedex.ledger;

import static java.time.temporal.ChronoUnit.MINUTES;

import com.datastax.oss.driver.api.core.DriverException;
import com.google.common.collect.Comparators;
import dev.cinedex.cassandra.Failures;
import dev.cinedex.cassandra.PeriodicTask;
import dev.cinedex.catalog.InstanceLeases;
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
 * Finishes in the background what writers left: settles the entities of old notes, and deletes the
 * notes. Each live instance sweeps its share of the shards; sweeping one twice does no harm. The
 * progress in each shard is stored, so that a restart resumes there, and an idle pass reads one or
 * two partitions of a shard.
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

  /** The shard at which the next pass begins: a shard that failed comes last. */
  private int first;

  private volatile Pass last = new Pass(Instant.EPOCH, 0, Duration.ZERO);

  /**
   * The last pass.
   *
   * @param ended when the last whole pass ended
   * @param unsettled entities of old notes that could not be settled, also in a pass that failed
   * @param oldest the age of the oldest of their notes; 0 when there are none
   */
  public record Pass(Instant ended, long unsettled, Duration oldest) {}

  /**
   * @param clock refuses to tell the time while it is wrong: a sweeper that is ahead would pass
   *     over notes that are still to come
   */
  public Sweeper(
      Notes notes,
      EntityWriter writer,
      InstanceLeases instances,
      Clock clock,
      SweeperFactory settings) {
    this.notes = notes;
    this.writer = writer;
    this.instances = instances;
    this.clock = clock;
    this.grace = settings.grace().toJavaDuration();
    this.background =
        new PeriodicTask("sweeper", settings.interval().toJavaDuration(), this::sweep);
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
   * Sweeps this instance's shards once.
   *
   * @return the number of entities that were not settled
   * @throws DriverException when Cassandra does not answer; the pass ends there
   */
  public long sweep() {
    Instant until = clock.instant().minus(grace); // when the clock is wrong, the lease runs out
    instances.renew();
    Map<UUID, Instant> left = new HashMap<>();
    Instant ended = last.ended();
    try {
      long settled = sweep(until, left);
      ended = until.plus(grace);
      return settled;
    } finally {
      Instant oldest = left.values().stream().min(Comparator.naturalOrder()).orElse(until);
      Duration age = left.isEmpty() ? Duration.ZERO : Duration.between(oldest, until).plus(grace);
      last = new Pass(ended, left.size(), age);
    }
  }

  /**
   * @param left gets the entities that cannot be settled, and when their oldest notes were written
   */
  private long sweep(Instant until, Map<UUID, Instant> left) {
    long settled = 0;
    List<Integer> shards =
        instances.ownShares(Note.SHARDS).stream()
            .sorted(Comparator.comparingInt(shard -> Math.floorMod(shard - first, Note.SHARDS)))
            .toList();
    for (int shard : shards) {
      first = shard + 1;
      Instant from = notes.sweptUntil(shard).orElseGet(() -> notes.firstMinute(until));
      Instant expired = until.minus(Notes.KEPT).truncatedTo(MINUTES);
      settled += sweep(shard, from.isBefore(expired) ? expired : from, until, left);
    }
    if (settled > 0) {
      LOGGER.info("Wrote the rows that writers had left of {} entities", settled);
    }
    return settled;
  }

  /** Returns the last pass of this instance over its shards. */
  public Pass lastPass() {
    return last;
  }

  private long sweep(int shard, Instant from, Instant until, Map<UUID, Instant> left) {
    Map<UUID, Head> found = new HashMap<>(); // a hot entity may have many notes
    // The last minute may still get notes, and has some that are not old enough.
    Instant done = until.truncatedTo(MINUTES);
    for (Instant minute = from; !minute.isAfter(until); minute = minute.plus(1, MINUTES)) {
      for (Note note : notes.find(shard, minute)) {
        boolean old = Note.writtenAt(note.claimId()).isBefore(until);
        if (old && !finish(note, found, until, left) && minute.isBefore(done)) {
          done = minute;
        }
      }
    }
    if (done.isAfter(from)) {
      notes.sweptUntil(shard, done);
    }
    return found.values().stream().filter(head -> !head.settled()).count();
  }

  /**
   * Settles the note's entity, and deletes the note.
   *
   * @return false when the note is kept
   */
  private boolean finish(Note note, Map<UUID, Head> found, Instant until, Map<UUID, Instant> left) {
    try {
      Head head = found.computeIfAbsent(note.entityId(), writer::settle);
      if (!note.claimId().equals(head.claimId()) && !claimedNoMore(note, until)) {
        return false;
      }
      notes.deleteNow(note);
      return true;
    } catch (RuntimeException e) {
      left.merge(note.entityId(), Note.writtenAt(note.claimId()), Comparators::min);
      if (Failures.isUnavailable(e) || Failures.isRetryable(e)) {
        throw e; // the others would fail, too
      }
      LOGGER.error("Entity {} cannot be settled; its note is kept", note.entityId(), e);
      return false;
    }
  }

  private static boolean claimedNoMore(Note note, Instant until) {
    return Note.writtenAt(note.claimId()).isBefore(until.minus(Notes.LATEST_CLAIM));
  }
}
