package dev.cinedex.projection;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import dev.cinedex.lookup.LookupTable;
import java.util.List;

/**
 * The insert or the delete of a row.
 *
 * @param bytes the size of its values, as counted for the budget of batches
 */
record RowStatement(LookupTable table, BoundStatement statement, long bytes) {
  /** Timestamps, lengths and column ids, which Cassandra counts besides the values. */
  private static final int BYTES_PER_VALUE = 16;

  static RowStatement of(LookupTable table, BoundStatement statement) {
    long bytes =
        statement.getValues().stream()
            .mapToLong(value -> BYTES_PER_VALUE + (value == null ? 0 : value.remaining()))
            .sum();
    return new RowStatement(table, statement, bytes);
  }

  static long bytes(List<RowStatement> rows) {
    return rows.stream().mapToLong(RowStatement::bytes).sum();
  }
}
