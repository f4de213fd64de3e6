package dev.cinedex.access;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A line of the file of keys.
 *
 * @param sha256 the hash of the key, in 64 hexadecimal digits
 * @param expires when the key ends; null for never
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record KeyEntry(
    String id, String name, Role role, String sha256, Instant created, @Nullable Instant expires) {
  /** Also checks what Jackson reads from a line: it leaves out what the line does not have. */
  public KeyEntry {
    requireNonNull(id, "id");
    requireNonNull(name, "name");
    requireNonNull(role, "role");
    requireNonNull(sha256, "sha256");
    requireNonNull(created, "created");
  }

  /**
   * Makes the entry of a new key.
   *
   * @param expires when the key ends; null for never
   */
  public static KeyEntry of(ApiKey key, Caller caller, Instant now, @Nullable Instant expires) {
    return new KeyEntry(key.id(), caller.name(), caller.role(), key.sha256(), now, expires);
  }

  /** Returns the entry of the same key with another end. */
  public KeyEntry endingAt(Instant end) {
    return new KeyEntry(id, name, role, sha256, created, end);
  }

  /** Returns whether a key is the one of this entry, in a time that tells nothing about it. */
  boolean isOf(ApiKey key) {
    return MessageDigest.isEqual(
        sha256.getBytes(StandardCharsets.US_ASCII),
        key.sha256().getBytes(StandardCharsets.US_ASCII));
  }

  public boolean isExpired(Instant now) {
    return expires != null && !now.isBefore(expires);
  }

  Caller caller() {
    return new Caller(name, role);
  }
}
