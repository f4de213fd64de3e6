package dev.cinedex.files;

import java.security.KeyStore;
import java.time.Instant;

/**
 * A store that was read.
 *
 * @param password of the store, and of the keys in it
 * @param expiry when its certificates have expired, so that it is of no use any more
 */
public record OpenStore(KeyStore store, String password, Instant expiry) {
  /** Hides the password. */
  @Override
  public String toString() {
    return "store until " + expiry;
  }
}
