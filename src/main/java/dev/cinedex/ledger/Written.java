package dev.cinedex.ledger;

/**
 * What became of a write.
 *
 * @param head the movie's version now
 * @param projected false when the version is accepted, but some lookup rows were not acknowledged:
 *     the sweeper, or the next write of the movie, brings them
 */
public record Written(Head head, Effect effect, boolean projected) {
  /** What the write did to the movie. */
  public enum Effect {
    CREATED,
    CHANGED,
    /** The movie was like this already: nothing was written, the version is kept. */
    UNCHANGED
  }
}
