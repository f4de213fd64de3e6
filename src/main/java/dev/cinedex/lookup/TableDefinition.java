package dev.cinedex.lookup;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The definition of the rows of a table, as JSON: two tables with one definition hold the same
 * rows. Part of the storage format: the catalog compares these texts.
 */
public final class TableDefinition {
  private static final ObjectMapper JSON = new ObjectMapper();

  private TableDefinition() {}

  static String write(LookupDeclaration declaration) {
    Map<String, Object> definition = new LinkedHashMap<>();
    definition.put("partition", declaration.partition());
    definition.put("buckets", declaration.buckets());
    definition.put("clustering", declaration.clustering());
    definition.put("columns", declaration.columns());
    definition.put("where", declaration.where());
    try {
      return JSON.writeValueAsString(definition);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the declaration from which {@link LookupTable#definition} made the text. */
  public static LookupDeclaration read(String definition) {
    try {
      return JSON.readValue(definition, LookupDeclaration.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "This is not the definition of a lookup table: " + definition, e);
    }
  }
}
