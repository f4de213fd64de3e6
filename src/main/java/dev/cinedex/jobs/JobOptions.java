package dev.cinedex.jobs;

import dev.cinedex.lookup.LookupTable;
import java.util.List;

/**
 * The options of a job.
 *
 * @param apply whether a repair changes rows, and not only reports them
 * @param rowsPerSecond rows of the ledger or the table to read, up to 1,000,000; 0 for the pace in
 *     {@code config.yml}
 * @param digest has no effect any more: every job that can compare checksums first does so
 * @param scope the rows to look at
 * @param tables the tables of a job on several; empty for a job on one
 * @param ranges the number of token ranges into which each phase divides what it reads, from 1 to
 *     {@value #MAX_RANGES}. Part of the storage format: a finished range is stored as its index
 */
public record JobOptions(
    boolean apply,
    int rowsPerSecond,
    boolean digest,
    Scope scope,
    List<String> tables,
    int ranges) {
  public static final int MAX_RANGES = 256;

  /** A few for each thread of an instance, so that no thread waits long for the last range. */
  private static final int MIN_RANGES = 16;

  /** Each range costs a few statements beside those that read its entities. */
  private static final int ENTITIES_OF_RANGE = 500;

  public static final JobOptions PLAIN = new JobOptions(false, 0, false, Scope.ALL);
  public static final int MAX_ROWS_PER_SECOND = 1_000_000;

  /** Makes the options of a job on one table. */
  public JobOptions(boolean apply, int rowsPerSecond, boolean digest, Scope scope) {
    this(apply, rowsPerSecond, digest, scope, List.of(), MAX_RANGES);
  }

  /**
   * Checks the options.
   *
   * @throws InvalidJobException naming the option and its limits
   */
  public JobOptions {
    tables = List.copyOf(tables);
    if (rowsPerSecond < 0 || rowsPerSecond > MAX_ROWS_PER_SECOND) {
      throw new InvalidJobException(
          "rowsPerSecond",
          "must be from 1 to %d, or 0 for the pace in config.yml".formatted(MAX_ROWS_PER_SECOND));
    }
  }

  /** Returns the same options with another pace. */
  JobOptions at(int pace) {
    return new JobOptions(apply, pace, digest, scope, tables, ranges);
  }

  /** Returns the same options with as many token ranges as a ledger of this size needs. */
  JobOptions forLedgerOf(long entities) {
    long wanted = entities / ENTITIES_OF_RANGE;
    int count = MIN_RANGES;
    while (count < wanted && count < MAX_RANGES) {
      count *= 2;
    }
    return new JobOptions(apply, rowsPerSecond, digest, scope, tables, count);
  }

  /** Returns the same options for several tables. */
  JobOptions on(List<String> several) {
    return new JobOptions(apply, rowsPerSecond, digest, scope, several, ranges);
  }

  /**
   * Returns the options with the scope as the table writes its keys.
   *
   * @throws dev.cinedex.lookup.InvalidLookupException when the table's key does not fit the scope
   */
  JobOptions normalizedFor(LookupTable table) {
    return new JobOptions(apply, rowsPerSecond, digest, scope.normalizedFor(table), tables, ranges);
  }
}
