package dev.cinedex.movie;

import dev.cinedex.entity.EntityState;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;

/**
 * The id of a movie that came without one: a UUID version 5 (RFC 9562), so that the same movie, or
 * a request repeated with the same key, gets the same id again.
 */
public final class MovieId {
  private static final UUID MOVIES = UUID.fromString("6b1f0c1e-0d1c-4a38-9d0e-3c8f7a52c9d4");
  private static final UUID IDEMPOTENCY_KEYS =
      UUID.fromString("0d3c5c34-5a0f-4c43-8f6a-6e5a2b0f7c11");

  private MovieId() {}

  /** Derives the id from title, year and cast. */
  public static UUID of(EntityState movie) {
    return version5(
        MOVIES,
        movie.require(Movie.TITLE)
            + "\n"
            + movie.require(Movie.RELEASE_YEAR)
            + "\n"
            + String.join("\n", movie.require(Movie.ACTORS)));
  }

  /** Derives the id from a key that a client without a name has sent. */
  public static UUID ofIdempotencyKey(String key) {
    return version5(IDEMPOTENCY_KEYS, key);
  }

  /**
   * Derives the id from a key that belongs to a client.
   *
   * @param key a header of a request, so it has no line break
   */
  public static UUID ofIdempotencyKey(String client, String key) {
    return ofIdempotencyKey(client + "\n" + key);
  }

  private static UUID version5(UUID namespace, String name) {
    byte[] hash = sha1(namespace, name);
    hash[6] = (byte) ((hash[6] & 0x0F) | 0x50);
    hash[8] = (byte) ((hash[8] & 0x3F) | 0x80);
    ByteBuffer bits = ByteBuffer.wrap(hash);
    return new UUID(bits.getLong(), bits.getLong());
  }

  private static byte[] sha1(UUID namespace, String name) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-1");
      digest.update(
          ByteBuffer.allocate(16)
              .putLong(namespace.getMostSignificantBits())
              .putLong(namespace.getLeastSignificantBits())
              .flip());
      return digest.digest(name.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("Every Java platform has SHA-1", e);
    }
  }
}
