package dev.cinedex.ledger;

import dev.cinedex.entity.EntityState;
import dev.cinedex.movie.Movies;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** The states of the modelled movie: they are few, so that its versions share rows. */
final class ModelStates {
  private final Random random;

  ModelStates(Random random) {
    this.random = random;
  }

  /** Returns a random state; null for a deleted movie. */
  @Nullable EntityState next() {
    if (random.nextInt(5) == 0) {
      return null;
    }
    List<String> actors = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      actors.add("actor " + random.nextInt(3));
    }
    return Movies.titled("title " + random.nextInt(2))
        .releaseYear(1990 + random.nextInt(2))
        .genres("genre " + random.nextInt(2))
        .actors(actors)
        .synopsis(random.nextBoolean() ? null : "synopsis " + random.nextInt(2))
        .state();
  }
}
