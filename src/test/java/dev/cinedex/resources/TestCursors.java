package dev.cinedex.resources;

import dev.cinedex.catalog.CursorKeys;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;

/** Cursors of a service whose keys were never rotated. */
public final class TestCursors {
  private TestCursors() {}

  /** Returns cursors with one key. */
  public static Cursors signedWith(byte[] secret) {
    CursorKeys keys = CursorKeys.of(Map.of(Instant.EPOCH, ByteBuffer.wrap(secret)));
    return new Cursors(() -> keys, Clock.systemUTC());
  }
}
