package dev.cinedex.lookup;

import java.util.List;
import java.util.UUID;

/**
 * The primary key of a row.
 *
 * @param values of {@link LookupTable#primaryKey()}, in its order
 */
public record RowKey(LookupTable table, List<Object> values) {
  public RowKey {
    values = List.copyOf(values);
  }

  public UUID entityId() {
    return (UUID) values.get(values.size() - 1);
  }

  /** Returns the values that a query names: those of the partition key without the bucket. */
  public List<Object> partition() {
    return values.subList(0, table.partition().size());
  }

  /** Returns the values of the physical partition key, with the bucket if there is one. */
  public List<Object> partitionKey() {
    return values.subList(0, table.partitionKey().size());
  }

  /** Returns the values of the clustering key: the place where a next page goes on. */
  public List<Object> clusteringKey() {
    return values.subList(table.partitionKey().size(), values.size());
  }
}
