package dev.cinedex.cli;

import dev.cinedex.catalog.StaleCatalogException;
import dev.cinedex.instance.CinedexConfiguration;
import dev.cinedex.instance.Instance;
import java.time.Duration;

/** Opens the instance of a command. */
final class CommandInstance {
  private static final Duration PAUSE = Duration.ofSeconds(2);

  private CommandInstance() {}

  /**
   * Opens the instance; waits, and says so, while another process writes exclusively.
   *
   * @throws dev.cinedex.errors.StartupException when Cassandra does not answer, or the schema is
   *     missing
   */
  static Instance open(CinedexConfiguration configuration) {
    for (boolean told = false; ; told = true) {
      try {
        return Instance.open(configuration);
      } catch (StaleCatalogException e) {
        if (!told) {
          System.err.println("Waiting: " + e.getMessage());
        }
        pause(e);
      }
    }
  }

  private static void pause(StaleCatalogException waiting) {
    try {
      Thread.sleep(PAUSE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw waiting;
    }
  }
}
