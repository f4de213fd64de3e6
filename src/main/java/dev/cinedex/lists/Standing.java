package dev.cinedex.lists;

import dev.cinedex.lookup.LookupRow;
import dev.cinedex.text.EnumText;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a stored row compares with the last version of its entity.
 *
 * @param expected the row as it should be; null when it is so, or should not be there
 */
public record Standing(Kind kind, @Nullable LookupRow expected) {
  /** Whether the row is right. */
  public enum Kind {
    OK,
    /** It has other values than it should have. */
    STALE,
    /** It should not be there. */
    ORPHANED;

    public String text() {
      return EnumText.of(this);
    }
  }

  static Standing of(LookupRow stored, Optional<LookupRow> expected) {
    if (expected.isEmpty()) {
      return new Standing(Kind.ORPHANED, null);
    }
    return expected.get().equals(stored)
        ? new Standing(Kind.OK, null)
        : new Standing(Kind.STALE, expected.get());
  }
}
