package dev.cinedex.files;

import java.security.KeyStore;
import java.time.Instant;

/**
 * A store that was read.
 *
 * @param password of the store, and of the keys in it
 * @param expiry when it is of no use any more: of a store with keys when its first certificate
 *     expires, of one with authorities when its last one does
 */
public record OpenStore(KeyStore store, String password, Instant expiry) {
  /** Hides the password. */
  @Override
  public String toString() {
    return "store until " + expiry;
  }
}
