package dev.cinedex.jobs;

import dev.cinedex.cassandra.PeriodicTask;
import dev.cinedex.catalog.Catalog;
import io.dropwizard.lifecycle.Managed;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Reads the last job of each table every few seconds, for the metrics: a scrape must not wait for
 * Cassandra. A job that is finished is read once.
 */
public final class JobWatch implements Managed {
  private static final Duration INTERVAL = Duration.ofSeconds(5);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(5);

  private final Catalog catalog;
  private final Jobs jobs;
  private final PeriodicTask task = new PeriodicTask("job watch", INTERVAL, this::look);
  private volatile Map<UUID, Job> last = Map.of();

  public JobWatch(Catalog catalog, Jobs jobs) {
    this.catalog = catalog;
    this.jobs = jobs;
  }

  @Override
  public void start() {
    task.start();
  }

  @Override
  public void stop() throws InterruptedException {
    task.stop(STOP_LIMIT);
  }

  /** Returns the last job of each table that had one, as it was read last. */
  public List<Job> lastJobs() {
    return List.copyOf(last.values());
  }

  /** Reads the jobs that may have changed. */
  void look() {
    Map<UUID, Job> now = new HashMap<>();
    for (UUID id : catalog.lastJobs().values()) {
      Job before = last.get(id);
      if (before != null && before.state().isFinal()) {
        now.put(id, before);
      } else {
        jobs.find(id).ifPresent(job -> now.put(id, job));
      }
    }
    last = Map.copyOf(now);
  }
}
