package dev.cinedex.ledger;

import dev.cinedex.movie.Movie;
import org.jspecify.annotations.Nullable;

/**
 * What a writer wants of one movie. Called once for each attempt, with the head that the attempt
 * would replace; it may refuse by throwing.
 */
@FunctionalInterface
public interface Change {
  /**
   * @return the state to write, null to delete
   */
  @Nullable Movie apply(Head head);
}
