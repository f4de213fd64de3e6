package dev.cinedex.resources;

import dev.cinedex.catalog.Catalog;
import dev.cinedex.catalog.CatalogView;
import dev.cinedex.errors.StartupException;
import dev.cinedex.http.ProblemException;
import dev.cinedex.http.ProblemKind;
import dev.cinedex.lookup.Column;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.movie.Movie;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The lookup table that a path such as {@code /actors/{actor}/movies} reads. Its partition key is
 * the one column of the path. It is the table that the configuration names. Without a name it is
 * the shipped table, or while that cannot be read, the first table of the same shape that can: so a
 * table with a changed declaration, which needs a new name, can replace the shipped one.
 */
public final class FollowedTable {
  private final String column;
  private final String shipped;
  private final @Nullable String named;
  private final Catalog catalog;
  private final ReadableTables tables;
  private volatile Choice choice = new Choice(-1, Optional.empty());

  /**
   * The table that is read at one epoch of the catalog.
   *
   * @param table empty when none can be read
   */
  private record Choice(long epoch, Optional<LookupTable> table) {}

  /**
   * @param column the partition column
   * @param shipped the name of the shipped table
   * @param named the name in the configuration; null to choose by shape
   * @throws StartupException when that table is built, and its partition key is not the column
   */
  public FollowedTable(
      String column,
      String shipped,
      @Nullable String named,
      Catalog catalog,
      ReadableTables tables) {
    this.column = column;
    this.shipped = shipped;
    this.named = named;
    this.catalog = catalog;
    this.tables = tables;
    requireKey(column, named, catalog.lastKnown().tables());
  }

  /**
   * Checks the table that the configuration names, if it is one of those given.
   *
   * @throws StartupException when its partition key is not the column
   */
  static void requireKey(String column, @Nullable String named, List<LookupTable> tables) {
    tables.stream()
        .filter(table -> table.name().equals(named) && !hasKey(table, column))
        .findFirst()
        .ifPresent(
            table -> {
              throw new StartupException(
                  "config.yml: lists.%ss: %s".formatted(column, wrong(table, column)));
            });
  }

  /**
   * Returns the table.
   *
   * @throws ProblemException when no table can be read
   */
  LookupTable readable() {
    CatalogView view = catalog.lastKnown();
    Choice last = choice;
    if (last.epoch != view.epoch()) {
      last = new Choice(view.epoch(), chosen(view));
      choice = last;
    }
    return last.table.orElseGet(this::unavailable);
  }

  private Optional<LookupTable> chosen(CatalogView view) {
    List<LookupTable> candidates =
        view.readable().stream().filter(table -> hasKey(table, column)).toList();
    return candidates.stream()
        .filter(table -> table.name().equals(named == null ? shipped : named))
        .findFirst()
        .or(
            () ->
                candidates.stream()
                    .filter(table -> named == null && isWholeListByTitle(table))
                    .findFirst());
  }

  private static boolean hasKey(LookupTable table, String column) {
    return table.partition().stream().map(Column::name).toList().equals(List.of(column));
  }

  private static boolean isWholeListByTitle(LookupTable table) {
    Column first = table.clusteringKey().get(0);
    return first.name().equals(Movie.TITLE.name())
        && !first.descending()
        && table.declaration().where().isEmpty();
  }

  private LookupTable unavailable() {
    LookupTable table = tables.readable(named == null ? shipped : named);
    throw new ProblemException(ProblemKind.LOOKUP_NOT_READY, wrong(table, column));
  }

  private static String wrong(LookupTable table, String column) {
    return "Lookup table '%s' has the partition key %s, but must have [%s]. Name another table"
        .formatted(table.name(), table.partition().stream().map(Column::name).toList(), column);
  }
}
