package dev.cinedex.demo;

import dev.cinedex.lookup.RowKey;
import dev.cinedex.text.EnumText;
import java.util.List;
import java.util.UUID;

/**
 * A row that was made wrong.
 *
 * @param key of the row
 * @param cql the statements that did it, which can be pasted into cqlsh
 */
public record Fault(Kind kind, UUID entityId, RowKey key, List<String> cql) {
  /** What is wrong with the row. */
  public enum Kind {
    /** The row should be there, but is not. */
    MISSING,
    /** It has another value than it should have. */
    STALE,
    /** It should not be there. */
    ORPHANED;

    public String text() {
      return EnumText.of(this);
    }
  }
}
