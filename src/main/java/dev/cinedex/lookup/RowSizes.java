package dev.cinedex.lookup;

import com.google.common.base.Utf8;
import java.time.LocalDate;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Measures rows as Cassandra's protocol encodes them, without encoding them. The rows of an entity
 * share their collections, which can be large; each of these is measured once.
 */
public final class RowSizes {
  /** Timestamps, lengths and column ids, which Cassandra counts besides the values. */
  private static final int BYTES_PER_VALUE = 16;

  private final IdentityHashMap<Object, Long> collections = new IdentityHashMap<>();

  /** Returns the bytes of values, as counted for the budget of batches. */
  public long of(List<? extends @Nullable Object> values) {
    long bytes = 0;
    for (Object value : values) {
      bytes += ofValue(value);
    }
    return bytes;
  }

  /** Returns the bytes of one value, as counted for the budget of batches. */
  public long ofValue(@Nullable Object value) {
    return BYTES_PER_VALUE + (value == null ? 0 : of(value));
  }

  private long of(Object value) {
    if (value instanceof String text) {
      return Utf8.encodedLength(text);
    }
    if (value instanceof Collection<?> elements) {
      return collections.computeIfAbsent(elements, each -> ofElements(elements));
    }
    if (value instanceof UUID) {
      return 2 * Long.BYTES;
    }
    if (value instanceof Long) {
      return Long.BYTES;
    }
    if (value instanceof Integer || value instanceof LocalDate) {
      return Integer.BYTES;
    }
    throw new IllegalArgumentException("Not a value of a column: " + value.getClass());
  }

  private long ofElements(Collection<?> elements) {
    long bytes = Integer.BYTES;
    for (Object element : elements) {
      bytes += Integer.BYTES + of(element);
    }
    return bytes;
  }
}
