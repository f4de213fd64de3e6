package dev.cinedex.lookup;

import dev.cinedex.entity.EntityState;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One version of an entity, and the state that it replaced.
 *
 * @param before null when there was no entity
 * @param after null when it is deleted
 * @param version of {@code after}, in microseconds since the epoch: the write timestamp of all of
 *     its rows
 */
public record Transition(
    UUID entityId, @Nullable EntityState before, @Nullable EntityState after, long version) {

  /** Returns whether the version says the same as the one before. */
  public boolean isEmpty() {
    return Objects.equals(before, after);
  }
}
