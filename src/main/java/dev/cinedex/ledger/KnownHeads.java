package dev.cinedex.ledger;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.cinedex.entity.EntityState;
import dev.cinedex.lookup.RowSizes;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The versions that this process has written within the last minute. Its next write of such an
 * entity need not read the ledger, because the claim verifies the version. One thread at a time
 * writes an entity.
 */
final class KnownHeads {
  /** The most bytes of all heads together, as Cassandra's protocol encodes their values. */
  private static final long MOST_BYTES = 8 << 20;

  /** What a head takes besides its values. */
  private static final int BYTES_PER_HEAD = 500;

  private static final Duration MEMORY = Duration.ofMinutes(1);

  /** The heads by entity; empty while other processes write the entity. */
  private final Cache<UUID, Optional<Head>> heads =
      Caffeine.newBuilder()
          .maximumWeight(MOST_BYTES)
          .<UUID, Optional<Head>>weigher(
              (id, head) -> head.map(KnownHeads::bytes).orElse(BYTES_PER_HEAD))
          .expireAfterWrite(MEMORY)
          .executor(Runnable::run) // what is too much goes at once
          .build();

  /**
   * Forgets the last version that this process wrote, and returns it; null when it is not known.
   */
  @Nullable Head take(UUID entityId) {
    Optional<Head> head = heads.getIfPresent(entityId);
    if (head == null || head.isEmpty()) {
      return null;
    }
    heads.invalidate(entityId);
    return head.get();
  }

  /** Remembers a version whose lookup rows are all written, unless other processes write it. */
  void remember(Head head) {
    if (heads.getIfPresent(head.entityId()) == null) {
      heads.put(head.entityId(), Optional.of(head));
    }
  }

  /** Remembers no version of the entity for a minute: other processes write it, too. */
  void othersWrite(UUID entityId) {
    heads.put(entityId, Optional.empty());
  }

  private static int bytes(Head head) {
    RowSizes sizes = new RowSizes();
    return (int) (BYTES_PER_HEAD + bytes(head.state(), sizes) + bytes(head.previous(), sizes));
  }

  private static long bytes(@Nullable EntityState state, RowSizes sizes) {
    return state == null ? 0 : sizes.of(state.values());
  }
}
