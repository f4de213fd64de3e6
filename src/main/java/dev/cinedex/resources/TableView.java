package dev.cinedex.resources;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.cinedex.catalog.CatalogView.Entry;
import dev.cinedex.lookup.LookupDeclaration;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.PartitionAdvice;
import dev.cinedex.lookup.TableDdl;
import dev.cinedex.projection.WriteCosts;
import dev.cinedex.projection.WriteCosts.Cost;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A lookup table in JSON.
 *
 * @param definition its CQL
 * @param columns its columns, in the order of its CQL
 * @param yaml its declaration, to be pasted below {@code lookups} in {@code config.yml}
 * @param perWrite what the table costs each write of a movie
 * @param job the last job on it; null when there was none, and in lists
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record TableView(
    String name,
    String state,
    LookupDeclaration declaration,
    String definition,
    List<ColumnView> columns,
    String yaml,
    List<String> warnings,
    Cost perWrite,
    @Nullable JobView job) {

  static TableView of(Entry entry, WriteCosts costs, @Nullable JobView job) {
    LookupTable table = entry.table();
    return new TableView(
        table.name(),
        entry.state().text(),
        table.declaration(),
        TableDdl.createStatement(table),
        ColumnView.all(table),
        DeclarationYaml.of(table),
        PartitionAdvice.warnings(table),
        costs.perWrite(table),
        job);
  }
}
