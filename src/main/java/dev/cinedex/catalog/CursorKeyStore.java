package dev.cinedex.catalog;

import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import com.datastax.oss.driver.api.core.CqlSession;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Makes the keys of the cursors, and keeps them in the catalog. */
public final class CursorKeyStore {
  /** The time until a new key signs. By then each instance has read it. */
  public static final Duration NOTICE = Duration.ofSeconds(30);

  private static final int BYTES = 32;

  private final SecureRandom random = new SecureRandom();
  private final CatalogDao dao;
  private final InstantSource clock;

  /**
   * @param clock tells from when a new key signs; all instances look at their own clocks for that
   */
  public CursorKeyStore(CqlSession session, InstantSource clock) {
    this.clock = clock;
    this.dao = CatalogMapper.of(session).catalog();
  }

  /** Returns the keys; the first instance that needs them makes one. */
  public CursorKeys open() {
    Map<Instant, ByteBuffer> secrets = secrets(dao.rows().one());
    if (secrets.isEmpty()) {
      dao.createSecret(newSecret());
      secrets = secrets(dao.rowsSerial().one());
    }
    return CursorKeys.of(secrets);
  }

  /**
   * Makes a new key. The one that signs now is kept, and older ones are deleted.
   *
   * @return when the new key begins to sign
   */
  public Instant rotate() {
    Instant now = clock.instant();
    open();
    Instant begin = now.plus(NOTICE).truncatedTo(ChronoUnit.SECONDS);
    while (true) {
      CatalogRow row = requireNonNull(dao.rowsSerial().one());
      Map<Instant, ByteBuffer> rotated = requireNonNullElse(row.cursorKeys(), Map.of());
      TreeMap<Instant, ByteBuffer> keys = new TreeMap<>(secrets(row));
      Instant signing = keys.floorKey(now);
      if (signing != null) {
        keys.headMap(signing).clear();
      }
      keys.put(begin, newSecret());
      // An empty map is none in Cassandra, and a condition must say so.
      if (dao.replaceCursorKeys(keys, rotated.isEmpty() ? null : rotated)) {
        return begin;
      }
    }
  }

  private ByteBuffer newSecret() {
    byte[] secret = new byte[BYTES];
    random.nextBytes(secret);
    return ByteBuffer.wrap(secret);
  }

  private static Map<Instant, ByteBuffer> secrets(@Nullable CatalogRow row) {
    return row == null ? Map.of() : CursorKeys.secrets(row.cursorKeys(), row.secret());
  }
}
