package dev.cinedex.lookup;

import dev.cinedex.entity.Attribute;
import dev.cinedex.entity.EntityType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes lookup tables from their declarations. */
public final class LookupTables {
  private LookupTables() {}

  /**
   * Makes a table.
   *
   * @throws InvalidLookupException when the declaration makes no table
   */
  public static LookupTable of(EntityType entity, String name, LookupDeclaration declared) {
    ParsedDeclaration parsed = new DeclarationParser(entity, name, declared).parse();
    return new LookupTable(entity, name, plain(declared, parsed), parsed);
  }

  /** Returns the tables of a configuration, in its order. */
  public static List<LookupTable> all(
      EntityType entity, Map<String, ? extends @Nullable LookupDeclaration> declarations) {
    List<LookupTable> tables = new ArrayList<>();
    declarations.forEach(
        (name, declaration) ->
            tables.add(
                of(entity, name, declaration == null ? LookupDeclaration.EMPTY : declaration)));
    return List.copyOf(tables);
  }

  private static LookupDeclaration plain(LookupDeclaration declared, ParsedDeclaration parsed) {
    return new LookupDeclaration(
        declared.partition(),
        declared.buckets(),
        parsed.clustering().stream().map(LookupTables::ordered).toList(),
        parsed.values().stream().map(Attribute::name).toList(),
        parsed.present().stream().map(attribute -> attribute.name() + " present").toList(),
        parsed.maintenance().text());
  }

  private static String ordered(Column column) {
    return column.descending() ? column.name() + " desc" : column.name();
  }
}
