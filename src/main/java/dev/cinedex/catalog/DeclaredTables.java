package dev.cinedex.catalog;

import dev.cinedex.lookup.LookupDeclaration;
import dev.cinedex.lookup.LookupTable;
import java.util.List;

/** Compares declared tables with what the catalog has of them. */
final class DeclaredTables {
  private DeclaredTables() {}

  /**
   * Returns a declared table as it was created. This differs from the declaration when it says
   * {@code columns: all}, and the entity has got attributes since: the table keeps its columns.
   *
   * @return the table as it is declared, when the catalog does not have it
   * @throws LookupStateException when the table was created from another declaration
   */
  static LookupTable asCreated(LookupTable declared, CatalogContents catalog) {
    return catalog
        .present(declared.name())
        .map(stored -> asCreated(declared, stored))
        .orElse(declared);
  }

  private static LookupTable asCreated(LookupTable declared, StoredTable stored) {
    if (declared.definition().equals(stored.definition())) {
      return declared;
    }
    if (declared.hasAllColumns()) {
      LookupTable created =
          stored.table(declared.entity(), declared.name(), declared.maintenance());
      if (isGrown(created.declaration(), declared.declaration())) {
        return created;
      }
    }
    throw new LookupStateException(
        "lookups.%s is declared as [%s], but was created as [%s]. A table cannot be changed: restore its declaration, and declare the changed table under a new name; build that, read from it, then retire and drop this one"
            .formatted(declared.name(), declared.definition(), stored.definition()));
  }

  private static boolean isGrown(LookupDeclaration created, LookupDeclaration declared) {
    return created.partition().equals(declared.partition())
        && created.buckets() == declared.buckets()
        && created.clustering().equals(declared.clustering())
        && created.where().equals(declared.where())
        && declared.columns().containsAll(created.columns());
  }

  /** Returns the columns that {@code columns: all} now has, and that the table does not have. */
  static List<String> newColumns(LookupTable declared, LookupTable created) {
    return declared.declaration().columns().stream()
        .filter(column -> !created.declaration().columns().contains(column))
        .toList();
  }
}
