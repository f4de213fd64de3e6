package dev.cinedex.benchmark.measure;

import java.time.Duration;

/** A contender does the same work as others, in the same rounds. */
public record Contender(String name, Work work) {
  /** The name of the contender that the others are compared with. */
  public static final String CINEDEX = "Cinedex";

  /** The work of a contender. */
  @FunctionalInterface
  public interface Work {
    /**
     * Works for a while.
     *
     * @param time how long; work that is measured as a whole ignores it
     */
    Sample run(Duration time) throws Exception;
  }
}
