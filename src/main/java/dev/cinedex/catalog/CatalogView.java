package dev.cinedex.catalog;

import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Maintenance;
import java.util.List;
import java.util.Optional;

/**
 * The lookup tables at one epoch of the catalog.
 *
 * @param entries in order of their names
 */
public record CatalogView(long epoch, List<Entry> entries) {
  public CatalogView {
    entries = List.copyOf(entries);
  }

  /** A table and its state. */
  public record Entry(LookupTable table, TableState state) {}

  /** Returns every table: in each state they are written. */
  public List<LookupTable> tables() {
    return entries.stream().map(Entry::table).toList();
  }

  /** Returns the tables whose rows are written at this time. */
  public List<LookupTable> tables(Maintenance maintenance) {
    return tables().stream().filter(table -> table.maintenance() == maintenance).toList();
  }

  /** Returns the tables that may be read. */
  public List<LookupTable> readable() {
    return entries.stream()
        .filter(entry -> entry.state == TableState.READY)
        .map(Entry::table)
        .toList();
  }

  public Optional<Entry> named(String name) {
    return entries.stream().filter(entry -> entry.table.name().equals(name)).findFirst();
  }

  /**
   * Returns a table and its state.
   *
   * @throws NoSuchLookupException when there is no such table
   */
  public Entry required(String name) {
    return named(name)
        .orElseThrow(
            () ->
                new NoSuchLookupException(name, tables().stream().map(LookupTable::name).toList()));
  }
}
