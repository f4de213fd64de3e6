package dev.cinedex.catalog;

import static java.util.Objects.requireNonNull;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
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

  public CursorKeyStore(CqlSession session) {
    this.dao = CatalogMapper.of(session).catalog();
  }

  /** Returns the keys; the first instance that needs them makes one. */
  public CursorKeys open() {
    Map<Instant, ByteBuffer> secrets = secrets(dao.cursorKeys());
    if (secrets.isEmpty()) {
      dao.createSecret(newSecret());
      secrets = secrets(dao.cursorKeysSerial());
    }
    return CursorKeys.of(secrets);
  }

  /**
   * Makes a new key. The one that signs now is kept, and older ones are deleted.
   *
   * @return when the new key begins to sign
   */
  public Instant rotate(Instant now) {
    open();
    Instant begin = now.plus(NOTICE).truncatedTo(ChronoUnit.SECONDS);
    while (true) {
      Row row = requireNonNull(dao.cursorKeysSerial());
      TreeMap<Instant, ByteBuffer> keys = new TreeMap<>(secrets(row));
      Instant signing = keys.floorKey(now);
      if (signing != null) {
        keys.headMap(signing).clear();
      }
      keys.put(begin, newSecret());
      if (dao.replaceCursorKeys(keys, row.isNull("cursor_keys") ? null : stored(row))) {
        return begin;
      }
    }
  }

  private ByteBuffer newSecret() {
    byte[] secret = new byte[BYTES];
    random.nextBytes(secret);
    return ByteBuffer.wrap(secret);
  }

  private static Map<Instant, ByteBuffer> secrets(@Nullable Row row) {
    return row == null ? Map.of() : CursorKeys.secrets(stored(row), row.getByteBuffer("secret"));
  }

  private static @Nullable Map<Instant, ByteBuffer> stored(Row row) {
    return row.getMap("cursor_keys", Instant.class, ByteBuffer.class);
  }
}
