package dev.cinedex.lookup;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The lookup tables of the shipped {@code config.yml}. */
public final class Tables {
  private Tables() {}

  public static List<LookupTable> shipped() {
    return LookupTable.all(declarations());
  }

  public static LookupTable byGenre() {
    return shipped().get(0);
  }

  public static LookupTable byActor() {
    return shipped().get(1);
  }

  private static Map<String, LookupDeclaration> declarations() {
    ObjectMapper yaml = new ObjectMapper(new YAMLFactory());
    Map<String, LookupDeclaration> declarations = new LinkedHashMap<>();
    try {
      for (Map.Entry<String, JsonNode> table :
          yaml.readTree(Path.of("config.yml").toFile()).get("lookups").properties()) {
        declarations.put(
            table.getKey(), yaml.treeToValue(table.getValue(), LookupDeclaration.class));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return declarations;
  }
}
