package dev.cinedex.imports;

/**
 * How far an import is: every line up to one is written or rejected.
 *
 * @param line the number of the line; 0 when no line is done
 * @param checksum of the file up to the end of the line
 * @param rejected how many of the lines were rejected
 */
public record Checkpoint(long line, long checksum, long rejected) {
  public static final Checkpoint START = new Checkpoint(0, 0, 0);
}
