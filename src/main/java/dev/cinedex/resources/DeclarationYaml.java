package dev.cinedex.resources;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.cinedex.lookup.LookupTable;
import java.util.List;

/** Writes the declaration of a table as {@code config.yml} has it below {@code lookups}. */
final class DeclarationYaml {
  private static final YAMLMapper MAPPER =
      YAMLMapper.builder()
          .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
          .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
          .enable(YAMLGenerator.Feature.INDENT_ARRAYS_WITH_INDICATOR)
          .build();

  private DeclarationYaml() {}

  /** Returns the text, without the fields that have their default values. */
  static String of(LookupTable table) {
    ObjectNode declaration = MAPPER.valueToTree(table.declaration());
    if (declaration.path("buckets").asInt() == 1) {
      declaration.remove("buckets");
    }
    if (declaration.path("maintenance").asText().equals("sync")) {
      declaration.remove("maintenance");
    }
    for (String list : List.of("clustering", "columns", "where")) {
      if (declaration.path(list).isEmpty()) {
        declaration.remove(list);
      }
    }
    try {
      return MAPPER.writeValueAsString(MAPPER.createObjectNode().set(table.name(), declaration));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
