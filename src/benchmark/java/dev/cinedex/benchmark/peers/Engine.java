package dev.cinedex.benchmark.peers;

import dev.cinedex.benchmark.load.ThreadLoad.Call;
import dev.cinedex.instance.CinedexConfiguration;
import dev.cinedex.instance.Instance;
import dev.cinedex.ledger.ContentionException;
import dev.cinedex.ledger.Decision;
import dev.cinedex.lists.EntityLists;
import dev.cinedex.lists.ListQuery;
import dev.cinedex.lists.ReadMode;
import dev.cinedex.lookup.LookupTable;
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
  private static final int PAGE = 20;

  public static Engine open(CinedexConfiguration configuration) {
    return new Engine(
        Instance.on(
            configuration.cassandra().connect(), configuration, new Metrics(), Runnable::run));
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

  /**
   * Returns a call that reads the first 20 movies of a list.
   *
   * @param names the lists that are read
   */
  public Call lists(String tableName, List<String> names) {
    EntityLists lists = instance.readers().lists();
    LookupTable table =
        instance.tables().stream()
            .filter(each -> each.name().equals(tableName))
            .findAny()
            .orElseThrow();
    return random -> {
      String name = names.get(random.nextInt(names.size()));
      lists.list(ListQuery.all(table, List.of(name)), PAGE, ReadMode.INDEXED, false);
      return true;
    };
  }

  @Override
  public void close() {
    instance.close();
  }
}
