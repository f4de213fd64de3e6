package dev.cinedex.ledger;

import static java.time.temporal.ChronoUnit.MINUTES;

import com.datastax.oss.driver.api.core.uuid.Uuids;
import com.datastax.oss.driver.api.mapper.annotations.Entity;
import com.datastax.oss.driver.api.mapper.annotations.PropertyStrategy;
import com.datastax.oss.driver.api.mapper.entity.naming.GetterStyle;
import dev.cinedex.lookup.Buckets;
import java.time.Instant;
import java.util.UUID;

/**
 * A claim whose lookup rows may not all be written. The place of a note (shard and minute) follows
 * from its claim, so that whoever settles the entity finds it.
 */
@Entity
@PropertyStrategy(mutable = false, getterStyle = GetterStyle.FLUENT)
public record Note(int shard, Instant minute, UUID entityId, UUID claimId) {
  /** Part of the storage format: notes are found by shard. */
  public static final int SHARDS = 64;

  /** The lower half of ids that no claim has. */
  private static final long UNCLAIMED = 0x8000_0000_0000_0000L;

  static Note of(UUID entityId, UUID claimId) {
    return new Note(
        Buckets.of(entityId, SHARDS), writtenAt(claimId).truncatedTo(MINUTES), entityId, claimId);
  }

  /**
   * Creates a time-based id for a claim. The driver's generator cannot be used: it follows the
   * machine's clock, and never moves back after a wrong reading.
   */
  static UUID claimId(Instant now) {
    long time = Uuids.startOf(now.toEpochMilli()).getMostSignificantBits();
    return new UUID(time, UUID.randomUUID().getLeastSignificantBits());
  }

  /** Creates the id of a head that is inserted without a claim, and so has no note. */
  static UUID unclaimedId(Instant now) {
    return new UUID(claimId(now).getMostSignificantBits(), UNCLAIMED);
  }

  static boolean isUnclaimed(UUID claimId) {
    return claimId.getLeastSignificantBits() == UNCLAIMED;
  }

  /** Returns when a claim was made, by the clock of its writer. */
  static Instant writtenAt(UUID claimId) {
    return Instant.ofEpochMilli(Uuids.unixTimestamp(claimId));
  }
}
