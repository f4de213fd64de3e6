package dev.cinedex.files;

import java.time.Instant;

/** Something that is of use until a time. */
@FunctionalInterface
public interface Expiring {
  Instant expiry();
}
