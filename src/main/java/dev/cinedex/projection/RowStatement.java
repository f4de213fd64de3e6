package dev.cinedex.projection;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import dev.cinedex.lookup.LookupTable;
import java.util.List;
import java.util.function.Supplier;

/**
 * The insert or the delete of a row. It is bound when it is sent: each bound statement has an
 * encoded copy of its values, and the rows of a large entity would not fit into memory together.
 *
 * @param isInsert false for a delete
 * @param bytes the size of its values, as counted for the budget of batches
 * @param binding binds the statement
 */
record RowStatement(
    LookupTable table, boolean isInsert, long bytes, Supplier<BoundStatement> binding) {
  BoundStatement statement() {
    return binding.get();
  }

  static long bytes(List<RowStatement> rows) {
    return rows.stream().mapToLong(RowStatement::bytes).sum();
  }
}
