package dev.cinedex.catalog;

import static java.util.Objects.requireNonNull;

import com.google.common.hash.HashFunction;
import com.google.common.hash.Hashing;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The keys of the cursors of lists, which all instances share. The newest key that has begun signs.
 * The cursors of the others are accepted.
 */
public final class CursorKeys {
  private static final int RADIX = 36;

  private final TreeMap<Instant, CursorKey> byBegin = new TreeMap<>();

  private CursorKeys(Map<Instant, ByteBuffer> secrets) {
    secrets.forEach((begin, secret) -> byBegin.put(begin, CursorKey.of(begin, secret)));
  }

  /**
   * One of the keys.
   *
   * @param id names the key in its cursors; empty for the first one
   */
  public record CursorKey(String id, HashFunction hmac) {
    private static CursorKey of(Instant begin, ByteBuffer secret) {
      byte[] bytes = new byte[secret.remaining()];
      secret.duplicate().get(bytes);
      return new CursorKey(id(begin), Hashing.hmacSha256(bytes));
    }

    private static String id(Instant begin) {
      return begin.equals(Instant.EPOCH) ? "" : Long.toString(begin.getEpochSecond(), RADIX);
    }
  }

  /**
   * @param secrets by the whole second from which each signs; at least one
   */
  public static CursorKeys of(Map<Instant, ByteBuffer> secrets) {
    if (secrets.isEmpty()) {
      throw new IllegalArgumentException("There is no key");
    }
    return new CursorKeys(secrets);
  }

  /** Returns the keys of a row of the catalog; empty before the first service has made one. */
  static Optional<CursorKeys> stored(CatalogRow row) {
    Map<Instant, ByteBuffer> secrets = secrets(row.cursorKeys(), row.secret());
    return secrets.isEmpty() ? Optional.empty() : Optional.of(of(secrets));
  }

  /**
   * @param keys null or empty until the first rotation
   * @param first the first key; null when there is none, or a rotation has put it among the others
   */
  static Map<Instant, ByteBuffer> secrets(
      @Nullable Map<Instant, ByteBuffer> keys, @Nullable ByteBuffer first) {
    if (keys != null && !keys.isEmpty()) {
      return keys;
    }
    return first == null ? Map.of() : Map.of(Instant.EPOCH, first);
  }

  /** Returns the key that signs now. */
  public CursorKey signing(Instant now) {
    Map.Entry<Instant, CursorKey> begun = byBegin.floorEntry(now);
    return begun == null ? requireNonNull(byBegin.firstEntry()).getValue() : begun.getValue();
  }

  /** Returns the key with an id. */
  public Optional<CursorKey> named(String id) {
    return byBegin.values().stream().filter(key -> key.id.equals(id)).findFirst();
  }
}
