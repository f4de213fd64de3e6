package dev.cinedex.catalog;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.cinedex.entity.EntityType;
import dev.cinedex.lookup.Names;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Cinedex's own tables as {@code cql/schema.cql} has them; the lookup tables in it are for readers.
 *
 * @param statements CREATE TABLE by table, in the file's order
 */
record SchemaFile(Map<String, String> statements) {
  private static final Pattern CREATED_TABLE =
      Pattern.compile("CREATE TABLE IF NOT EXISTS (\\w+).*", Pattern.DOTALL);
  private static final Pattern COLUMN = Pattern.compile("\n  ([a-z_]+) [a-z]");

  static SchemaFile read(EntityType entity) {
    List<String> own =
        Stream.concat(Stream.of(entity.table(), entity.noteTable()), Names.OWN_TABLES.stream())
            .toList();
    try (InputStream file = SchemaFile.class.getResourceAsStream("/cql/schema.cql")) {
      String text = new String(Objects.requireNonNull(file).readAllBytes(), UTF_8);
      Map<String, String> statements = new LinkedHashMap<>();
      for (String statement : withoutComments(text).split(";", -1)) {
        Matcher created = CREATED_TABLE.matcher(statement.strip());
        if (created.matches() && own.contains(created.group(1))) {
          statements.put(created.group(1), statement.strip());
        }
      }
      return new SchemaFile(Collections.unmodifiableMap(statements));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static List<String> columns(String statement) {
    return COLUMN.matcher(statement).results().map(column -> column.group(1)).toList();
  }

  private static String withoutComments(String text) {
    Stream<String> lines = text.lines().map(line -> line.replaceFirst("--.*", "").stripTrailing());
    return String.join("\n", lines.toList());
  }
}
