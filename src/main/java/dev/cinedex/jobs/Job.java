package dev.cinedex.jobs;

import dev.cinedex.cassandra.TokenRange;
import dev.cinedex.lookup.LookupTable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Work on a lookup table as it is kept: any instance can go on with it.
 *
 * @param id a timeuuid: it has the time of the beginning
 * @param message why it failed, or what it waits for; null when there is nothing to say
 * @param owner the instance that works on it; null while none does
 * @param finishedAt null while it goes on
 * @param done what is done of it
 * @param pace from one slice to the next, by the last ones; null when there are none
 */
public record Job(
    UUID id,
    String table,
    Kind kind,
    Options options,
    State state,
    @Nullable String message,
    @Nullable String owner,
    @Nullable Instant finishedAt,
    Progress done,
    @Nullable Duration pace) {

  /** Of each phase; what is done when a job is broken off is done once more for one of them. */
  public static final List<TokenRange> SLICES = TokenRange.all(256);

  /** One after the other. */
  public List<Phase> phases() {
    List<Phase> phases = new ArrayList<>();
    if (kind == Kind.BUILD) {
      phases.add(Phase.BACKFILL);
    }
    if (options.digest) {
      phases.add(Phase.LEDGER_DIGEST);
      phases.add(Phase.TABLE_DIGEST);
    }
    phases.add(Phase.FROM_LEDGER);
    phases.add(Phase.FROM_TABLE);
    return phases;
  }

  /**
   * Whether it mends what it finds to be wrong. To a build that is no surprise: an instance that
   * did not know the table yet left the rows of those that did.
   */
  boolean mends() {
    return kind == Kind.BUILD || options.apply;
  }

  /** Of all its phases. */
  public long slices() {
    return (long) SLICES.size() * phases().size();
  }

  /** Until it is done, if each slice takes as long; null when that cannot be told. */
  public @Nullable Duration timeLeft() {
    return pace == null || state != State.RUNNING
        ? null
        : pace.multipliedBy(slices() - done.slices);
  }

  /** What is done to the table. */
  public enum Kind {
    /** Writes the rows of the movies there are, mends what differs, and makes the table ready. */
    BUILD,
    /** Finds rows that are missing, stale or orphaned. */
    VERIFY,
    /** The same, and mends them when it is told to. */
    REPAIR;

    public String text() {
      return Job.text(this);
    }
  }

  /** A pass over the ring of tokens. */
  public enum Phase {
    /** Each movie of the ledger is projected. */
    BACKFILL,
    /** The rows that the ledger asks for are summed up. */
    LEDGER_DIGEST,
    /** The rows of the table are summed up. */
    TABLE_DIGEST,
    /** For each movie of the ledger its rows are looked up. */
    FROM_LEDGER,
    /** For each row of the table its movie is looked up. */
    FROM_TABLE;

    public String text() {
      return Job.text(this);
    }
  }

  /** Where it is. */
  public enum State {
    /** Done by an instance, or to be done by the next one that has time. */
    RUNNING,
    PAUSED,
    CANCELLED,
    DONE,
    FAILED;

    /**
     * Those from which somebody may put it into this one.
     *
     * @return none of a state in which only the job itself puts it
     */
    List<State> from() {
      return switch (this) {
        case RUNNING -> List.of(PAUSED);
        case PAUSED -> List.of(RUNNING);
        case CANCELLED -> List.of(RUNNING, PAUSED);
        case DONE, FAILED -> List.of();
      };
    }

    public String text() {
      return Job.text(this);
    }

    public static State of(String text) {
      return valueOf(text.toUpperCase(Locale.ROOT));
    }

    public boolean isFinal() {
      return this == CANCELLED || this == DONE || this == FAILED;
    }
  }

  /**
   * What the one who began it asked for.
   *
   * @param apply whether a repair mends what it finds
   * @param rowsPerSecond of the ledger or the table, up to 1,000,000; 0 for as fast as Cassandra
   *     answers
   * @param digest whether sums of the rows are compared first, and then only the rows of movies
   *     whose sums differ
   * @param scope null for every row
   */
  public record Options(boolean apply, int rowsPerSecond, boolean digest, @Nullable Scope scope) {
    public static final Options PLAIN = new Options(false, 0, false, null);
    public static final int MOST_ROWS_PER_SECOND = 1_000_000;

    Options of(LookupTable table) {
      return scope == null ? this : new Options(apply, rowsPerSecond, digest, scope.of(table));
    }

    /**
     * @throws IllegalArgumentException naming what cannot be
     */
    public Options {
      if (rowsPerSecond < 0 || rowsPerSecond > MOST_ROWS_PER_SECOND) {
        throw new IllegalArgumentException(
            "rowsPerSecond: must be from 1 to %d, or 0 for as fast as Cassandra answers"
                .formatted(MOST_ROWS_PER_SECOND));
      }
      if (digest && scope != null && (scope.movieId() != null || scope.tokens() != null)) {
        throw new IllegalArgumentException(
            "digest: goes with neither movieId nor tokens, for the sums are of whole tables");
      }
    }
  }

  /**
   * Sums over the slices that are done.
   *
   * @param slices done, of all phases
   * @param read movies of the ledger, or rows of the table
   */
  public record Progress(
      long slices, long read, long written, long missing, long stale, long orphaned, long mended) {
    static final Progress NONE = new Progress(0, 0, 0, 0, 0, 0, 0);

    /** The same, with other numbers of what was found. */
    Progress found(long newMissing, long newStale, long newOrphaned, long newMended) {
      return new Progress(slices, read, written, newMissing, newStale, newOrphaned, newMended);
    }

    Progress and(Progress other) {
      return new Progress(
          slices + other.slices,
          read + other.read,
          written + other.written,
          missing + other.missing,
          stale + other.stale,
          orphaned + other.orphaned,
          mended + other.mended);
    }

    public long drift() {
      return missing + stale + orphaned;
    }

    /** Rows that are not as they should be. */
    public long left() {
      return drift() - mended;
    }
  }

  private static String text(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
