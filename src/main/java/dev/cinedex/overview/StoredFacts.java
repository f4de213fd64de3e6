package dev.cinedex.overview;

import dev.cinedex.catalog.LiveInstance;
import dev.cinedex.instance.Instance;
import dev.cinedex.ledger.UnsettledNotes;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * What the overview reads from Cassandra, in the background.
 *
 * @param unsettled the movies whose rows may not all be written, with the time of their oldest note
 * @param instances those that hold a lease
 * @param counted when it was read
 */
record StoredFacts(Map<UUID, Instant> unsettled, List<LiveInstance> instances, Instant counted) {
  /** Writes that are younger are running, and not worth a word. */
  private static final Duration RUNNING = Duration.ofSeconds(2);

  static StoredFacts read(Instance instance, Instant now) {
    return new StoredFacts(
        UnsettledNotes.find(instance.notes(), now, now.minus(RUNNING)),
        instance.catalog().liveInstances(),
        now);
  }
}
