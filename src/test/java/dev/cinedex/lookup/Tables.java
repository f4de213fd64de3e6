package dev.cinedex.lookup;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.cinedex.entity.EntityType;
import dev.cinedex.movie.Movie;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Lookup tables: those of the shipped {@code config.yml}, and others as YAML declares them. */
public final class Tables {
  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

  private Tables() {}

  /**
   * @param declaration in YAML, say {@code {partition: actor, clustering: title}}
   */
  public static LookupTable of(String name, String declaration) {
    return of(Movie.ENTITY, name, declaration);
  }

  public static LookupTable of(EntityType entity, String name, String declaration) {
    try {
      return LookupTables.of(entity, name, YAML.readValue(declaration, LookupDeclaration.class));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static List<LookupTable> shipped() {
    return ofConfiguration(Path.of("config.yml"));
  }

  public static List<LookupTable> ofConfiguration(Path file) {
    return ofConfiguration(Movie.ENTITY, file);
  }

  public static List<LookupTable> ofConfiguration(EntityType entity, Path file) {
    return LookupTables.all(entity, declarations(file));
  }

  public static LookupTable byGenre() {
    return shipped().get(0);
  }

  public static LookupTable byActor() {
    return shipped().get(1);
  }

  private static Map<String, LookupDeclaration> declarations(Path file) {
    Map<String, LookupDeclaration> declarations = new LinkedHashMap<>();
    try {
      for (Map.Entry<String, JsonNode> table :
          YAML.readTree(file.toFile()).get("lookups").properties()) {
        declarations.put(
            table.getKey(), YAML.treeToValue(table.getValue(), LookupDeclaration.class));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return declarations;
  }
}
