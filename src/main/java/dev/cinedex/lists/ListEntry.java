package dev.cinedex.lists;

import dev.cinedex.entity.Attribute;
import dev.cinedex.entity.EntityState;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.RowSizes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One entity of a list.
 *
 * @param state the complete state when it was asked for; else null
 * @param version the version of {@code state}, or the ledger's last version in a verified list;
 *     null when only the row is known
 */
public record ListEntry(LookupRow row, @Nullable EntityState state, @Nullable Long version) {

  /** Returns about how large the entry is, in bytes. */
  long bytes() {
    RowSizes sizes = new RowSizes();
    long bytes = sizes.of(row.key().values()) + sizes.of(row.values());
    return state == null ? bytes : bytes + sizes.of(values(state));
  }

  private static List<@Nullable Object> values(EntityState state) {
    List<@Nullable Object> values = new ArrayList<>();
    for (Attribute<?> attribute : state.type().attributes()) {
      values.add(state.get(attribute));
    }
    return values;
  }
}
