package dev.cinedex.lists;

import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.RowKey;
import dev.cinedex.text.Utf8Order;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a lookup table that are listed, and their order.
 *
 * @param partition values of {@link LookupTable#partition()}
 * @param descending whether the clustering order is reversed
 * @param range bounds of the first clustering column
 * @param after the clustering key of the row before the first; null to begin at the first row
 */
public record ListQuery(
    LookupTable table,
    List<Object> partition,
    boolean descending,
    Range range,
    @Nullable List<Object> after) {

  /** Returns the query of a whole partition in clustering order. */
  public static ListQuery all(LookupTable table, List<Object> partition) {
    return new ListQuery(table, partition, false, Range.ALL, null);
  }

  /** Returns the query of the rows that follow a row in its partition. */
  static ListQuery after(RowKey key) {
    return all(key.table(), key.partition()).from(key.clusteringKey());
  }

  /**
   * Returns the same query from another place on.
   *
   * @param position the clustering key of the row before the first; null to begin at the first row
   */
  public ListQuery from(@Nullable List<Object> position) {
    return new ListQuery(table, partition, descending, range, position);
  }

  /**
   * Bounds of the first clustering column.
   *
   * @param from the least value listed; null for no bound
   * @param to the least value that is greater than those listed; null for no bound
   */
  public record Range(@Nullable Object from, @Nullable Object to) {
    public static final Range ALL = new Range(null, null);

    /** Returns the range of the texts that begin with the prefix. */
    public static Range ofPrefix(String prefix) {
      return prefix.isEmpty() ? ALL : new Range(prefix, Utf8Order.after(prefix));
    }
  }
}
