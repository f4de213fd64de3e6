package dev.cinedex.lookup;

import dev.cinedex.text.Utf8Order;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which rows of a lookup table are listed, and in which order.
 *
 * @param partition values of {@link LookupTable#partition()}
 * @param descending whether the clustering order is reversed
 */
public record ListQuery(
    LookupTable table, List<Object> partition, boolean descending, Range range) {

  /** How requests call what a list has besides its key: no column of a key has such a name. */
  public static final List<String> PARAMETERS =
      List.of("limit", "cursor", "order", "prefix", "from", "to", "read", "expand");

  /** In clustering order. */
  public static ListQuery all(LookupTable table, List<Object> partition) {
    return new ListQuery(table, partition, false, Range.ALL);
  }

  /**
   * Bounds of the first clustering column.
   *
   * @param from the least value listed; null for no bound
   * @param to the least value that is greater than those listed; null for no bound
   */
  public record Range(@Nullable Object from, @Nullable Object to) {
    public static final Range ALL = new Range(null, null);

    /** Text that begins so. */
    public static Range ofPrefix(String prefix) {
      return prefix.isEmpty() ? ALL : new Range(prefix, Utf8Order.after(prefix));
    }
  }
}
