package dev.cinedex.benchmark.peers;

import com.codahale.metrics.MetricRegistry;
import dev.cinedex.instance.CinedexConfiguration;
import dev.cinedex.instance.Instance;
import dev.cinedex.ledger.ContentionException;
import dev.cinedex.ledger.Decision;
import dev.cinedex.metrics.Metrics;
import dev.cinedex.movie.Movie;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

/**
 * Cinedex's engine in this process, without HTTP.
 *
 * @param instance the parts of a service, without its background work
 */
public record Engine(Instance instance) implements AutoCloseable {

  public static Engine open(CinedexConfiguration configuration) {
    return new Engine(
        Instance.open(configuration, new MetricRegistry(), new Metrics(), Runnable::run));
  }

  /**
   * Changes the cast of a movie.
   *
   * @return false when other writers won every attempt
   */
  public boolean change(UUID id, List<String> cast) {
    try {
      instance
          .writer()
          .write(
              id,
              head ->
                  Decision.write(
                      Objects.requireNonNull(head.state()).with(Movie.ACTORS, cast)));
      return true;
    } catch (ContentionException e) {
      return false;
    }
  }

  @Override
  public void close() {
    instance.close();
  }
}
