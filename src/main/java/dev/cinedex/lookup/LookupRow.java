package dev.cinedex.lookup;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A row of a lookup table.
 *
 * @param key values of {@link LookupTable#primaryKey()}, in its order
 * @param values values of {@link LookupTable#values()}, in its order; null where the movie has none
 */
public record LookupRow(LookupTable table, List<Object> key, List<@Nullable Object> values) {
  public LookupRow {
    key = List.copyOf(key);
    values = Collections.unmodifiableList(new ArrayList<>(values));
  }
}
