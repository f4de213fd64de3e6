package dev.cinedex.movie;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;

/**
 * The id of a movie that came without one: a UUID version 5 (RFC 9562) of title, year and cast, so
 * that the same movie gets the same id again.
 */
public final class DerivedId {
  private static final UUID NAMESPACE = UUID.fromString("6b1f0c1e-0d1c-4a38-9d0e-3c8f7a52c9d4");

  private DerivedId() {}

  public static UUID of(Movie movie) {
    String name =
        movie.title() + "\n" + movie.releaseYear() + "\n" + String.join("\n", movie.actors());
    byte[] hash = sha1(name);
    hash[6] = (byte) ((hash[6] & 0x0F) | 0x50);
    hash[8] = (byte) ((hash[8] & 0x3F) | 0x80);
    ByteBuffer bits = ByteBuffer.wrap(hash);
    return new UUID(bits.getLong(), bits.getLong());
  }

  private static byte[] sha1(String name) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-1");
      digest.update(
          ByteBuffer.allocate(16)
              .putLong(NAMESPACE.getMostSignificantBits())
              .putLong(NAMESPACE.getLeastSignificantBits())
              .flip());
      return digest.digest(name.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("Every Java platform has SHA-1", e);
    }
  }
}
