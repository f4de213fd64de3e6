package dev.cinedex.catalog;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import java.util.Optional;

/** Reads {@code gc_grace_seconds}: how long a table keeps its tombstones at least. */
public final class GcGrace {
  private static final CqlIdentifier OPTION = CqlIdentifier.fromInternal("gc_grace_seconds");

  private GcGrace() {}

  /** Returns the seconds of a table; empty when Cassandra tells none. */
  public static Optional<Integer> seconds(TableMetadata table) {
    return table.getOptions().get(OPTION) instanceof Integer seconds
        ? Optional.of(seconds)
        : Optional.empty();
  }
}
