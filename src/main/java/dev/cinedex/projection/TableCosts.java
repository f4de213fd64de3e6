package dev.cinedex.projection;

import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.RowChanges;
import dev.cinedex.lookup.RowChanges.Insert;
import java.util.List;

/** Counts what a change does to each table. */
final class TableCosts {
  private TableCosts() {}

  /**
   * @param rows the statements of the change
   */
  static List<TableCost> of(List<LookupTable> tables, RowChanges changes, List<RowStatement> rows) {
    return tables.stream().map(table -> of(table, changes, rows)).toList();
  }

  private static TableCost of(LookupTable table, RowChanges changes, List<RowStatement> rows) {
    List<Insert> inserts =
        changes.inserts().stream().filter(insert -> insert.row().table().equals(table)).toList();
    long rewritten = inserts.stream().filter(insert -> insert.replaced() != null).count();
    long deleted = changes.deletes().stream().filter(row -> row.table().equals(table)).count();
    long bytes =
        rows.stream().filter(row -> row.table().equals(table)).mapToLong(RowStatement::bytes).sum();
    return new TableCost(table, inserts.size() - rewritten, rewritten, deleted, bytes);
  }
}
