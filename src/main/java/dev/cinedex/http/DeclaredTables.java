package dev.cinedex.http;

import dev.cinedex.http.Problem.Kind;
import dev.cinedex.lookup.LookupTable;
import java.util.List;

/** The lookup tables by the names that requests call them. */
public record DeclaredTables(List<LookupTable> tables) {
  public DeclaredTables {
    tables = List.copyOf(tables);
  }

  /**
   * @throws ProblemException naming those that there are
   */
  LookupTable named(String name) {
    return tables.stream()
        .filter(table -> table.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new ProblemException(
                    Kind.NO_SUCH_LOOKUP,
                    "There is no lookup table '%s'; declared are %s"
                        .formatted(
                            name, tables.stream().map(LookupTable::name).sorted().toList())));
  }
}
