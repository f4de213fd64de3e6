package dev.cinedex.ledger;

import static java.time.temporal.ChronoUnit.MINUTES;

import com.datastax.oss.driver.api.core.uuid.Uuids;
import com.datastax.oss.driver.api.mapper.annotations.Entity;
import com.datastax.oss.driver.api.mapper.annotations.PropertyStrategy;
import com.datastax.oss.driver.api.mapper.entity.naming.GetterStyle;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A claim whose lookup rows may not all be written. The place of a note (shard and minute) follows
 * from its claim, so that whoever settles the entity finds it. The claims of one process have the
 * same place for a while: notes of one place, sent together, are one write for Cassandra.
 */
@Entity
@PropertyStrategy(mutable = false, getterStyle = GetterStyle.FLUENT)
public record Note(int shard, Instant minute, UUID entityId, UUID claimId) {
  /** Part of the storage format: notes are found by shard. A power of two. */
  public static final int SHARDS = 64;

  /** The shard of a note is in the bits of its claim's id from here on, up to the variant. */
  private static final int SHARD_SHIFT = 56;

  /** The time for which the claims of one process have one shard. */
  private static final long MILLIS_OF_SHARD = 50;

  /** The shard of this process at the epoch: most processes are in different ones. */
  private static final int FIRST_SHARD = ThreadLocalRandom.current().nextInt(SHARDS);

  /** The lower half of ids that no claim has. */
  private static final long UNCLAIMED = 0x8000_0000_0000_0000L;

  static Note of(UUID entityId, UUID claimId) {
    int shard = (int) (claimId.getLeastSignificantBits() >>> SHARD_SHIFT) & (SHARDS - 1);
    return new Note(shard, writtenAt(claimId).truncatedTo(MINUTES), entityId, claimId);
  }

  /**
   * Creates a time-based id for a claim. The driver's generator cannot be used: it follows the
   * machine's clock, and never moves back after a wrong reading.
   */
  static UUID claimId(Instant now) {
    long time = Uuids.startOf(now.toEpochMilli()).getMostSignificantBits();
    long random = UUID.randomUUID().getLeastSignificantBits();
    long shard = Math.floorMod(now.toEpochMilli() / MILLIS_OF_SHARD + FIRST_SHARD, (long) SHARDS);
    long ofShard = (long) (SHARDS - 1) << SHARD_SHIFT;
    return new UUID(time, (random & ~ofShard) | (shard << SHARD_SHIFT));
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
