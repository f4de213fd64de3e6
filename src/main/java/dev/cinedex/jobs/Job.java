package dev.cinedex.jobs;

import java.time.Instant;
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
    Progress done) {

  /** What is done to the table. */
  public enum Kind {
    /** Writes the rows of the movies there are, verifies them, and makes the table ready. */
    BUILD,
    /** Finds rows that are missing, stale or orphaned. */
    VERIFY,
    /** The same, and mends them when it is told to. */
    REPAIR;

    /** One after the other. */
    public List<Phase> phases() {
      return this == BUILD
          ? List.of(Phase.BACKFILL, Phase.FROM_LEDGER, Phase.FROM_TABLE)
          : List.of(Phase.FROM_LEDGER, Phase.FROM_TABLE);
    }

    public String text() {
      return Job.text(this);
    }
  }

  /** A pass over the ring of tokens. */
  public enum Phase {
    /** Each movie of the ledger is projected. */
    BACKFILL,
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
    RUNNING,
    PAUSED,
    CANCELLED,
    DONE,
    FAILED;

    public String text() {
      return Job.text(this);
    }

    public boolean isFinal() {
      return this == CANCELLED || this == DONE || this == FAILED;
    }
  }

  /**
   * What the one who began it asked for.
   *
   * @param apply whether a repair mends what it finds
   * @param rowsPerSecond of the ledger or the table; 0 for as fast as Cassandra answers
   */
  public record Options(boolean apply, int rowsPerSecond) {}

  /**
   * Sums over the slices that are done.
   *
   * @param slices done, of all phases
   * @param read movies of the ledger, or rows of the table
   */
  public record Progress(
      long slices, long read, long written, long missing, long stale, long orphaned, long mended) {
    static final Progress NONE = new Progress(0, 0, 0, 0, 0, 0, 0);

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
  }

  private static String text(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
