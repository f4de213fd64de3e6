package dev.cinedex.catalog;

import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import com.google.common.base.CharMatcher;
import dev.cinedex.errors.StartupException;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.TableDdl;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A {@code CREATE TABLE} statement, and the columns that it names.
 *
 * @param table the name of the table
 */
record CreateTable(String table, String statement, List<Column> columns) {
  private static final Pattern NAME = Pattern.compile("CREATE TABLE IF NOT EXISTS (\\w+)\\s*\\(");
  private static final Pattern COLUMN =
      Pattern.compile("(\\w+)\\s+(.+?)(\\s+STATIC)?(\\s+PRIMARY KEY)?");
  private static final Pattern PRIMARY_KEY = Pattern.compile("PRIMARY KEY\\s*(\\(.*\\))");
  private static final Pattern GC_GRACE = Pattern.compile("gc_grace_seconds = (\\d+)");

  /** A column; {@code type} is its CQL type. */
  record Column(String name, String type, boolean isStatic, boolean isKey) {}

  static CreateTable of(LookupTable table) {
    return parse(TableDdl.createStatement(table));
  }

  static CreateTable parse(String statement) {
    Matcher name = NAME.matcher(statement);
    if (!name.lookingAt()) {
      throw new IllegalArgumentException("Not a CREATE TABLE IF NOT EXISTS: " + statement);
    }
    List<String> parts = parts(statement, name.end());
    String key =
        parts.stream()
            .map(PRIMARY_KEY::matcher)
            .filter(Matcher::matches)
            .map(matched -> matched.group(1))
            .findFirst()
            .orElse("");
    List<String> keys = Pattern.compile("\\w+").matcher(key).results().map(r -> r.group()).toList();
    List<Column> columns =
        parts.stream()
            .filter(part -> !PRIMARY_KEY.matcher(part).matches())
            .map(part -> column(part, keys))
            .toList();
    return new CreateTable(name.group(1), statement, columns);
  }

  /** The parts between the outer parentheses, which commas separate. */
  private static List<String> parts(String statement, int from) {
    List<String> parts = new ArrayList<>();
    int depth = 1;
    int begin = from;
    for (int i = from; depth > 0; i++) {
      char c = statement.charAt(i);
      depth += c == '(' || c == '<' ? 1 : c == ')' || c == '>' ? -1 : 0;
      if (depth == 0 || (depth == 1 && c == ',')) {
        parts.add(statement.substring(begin, i).strip());
        begin = i + 1;
      }
    }
    return parts;
  }

  private static Column column(String part, List<String> keys) {
    Matcher column = COLUMN.matcher(part);
    if (!column.matches()) {
      throw new IllegalArgumentException("Not a column: " + part);
    }
    String name = column.group(1);
    return new Column(
        name,
        column.group(2),
        column.group(3) != null,
        column.group(4) != null || keys.contains(name));
  }

  /** Returns the {@code gc_grace_seconds} of the statement; empty if it leaves the default. */
  Optional<Integer> gcGraceSeconds() {
    return GC_GRACE
        .matcher(statement)
        .results()
        .findFirst()
        .map(option -> Integer.valueOf(option.group(1)));
  }

  /**
   * Checks that an existing table differs in nothing but missing columns.
   *
   * @throws StartupException when its primary key, or the type of a column, is another one: neither
   *     can be changed
   */
  void requireCompatible(TableMetadata existing) {
    columns.forEach(column -> requireCompatible(column, existing));
  }

  /** Returns the columns that a compatible table lacks. */
  List<Column> missingFrom(TableMetadata existing) {
    requireCompatible(existing);
    return columns.stream().filter(column -> existing.getColumn(column.name).isEmpty()).toList();
  }

  private static void requireCompatible(Column column, TableMetadata table) {
    Optional<ColumnMetadata> existing = table.getColumn(column.name);
    boolean isKey = existing.filter(table.getPrimaryKey()::contains).isPresent();
    if (column.isKey && !isKey) {
      throw incompatible(table, "its primary key lacks '%s'".formatted(column.name));
    }
    if (isKey && !column.isKey) {
      throw incompatible(table, "its primary key has '%s'".formatted(column.name));
    }
    if (existing.filter(found -> !hasType(found, column.type)).isPresent()) {
      String type = existing.get().getType().asCql(true, true);
      throw incompatible(
          table, "its column '%s' is %s, not %s".formatted(column.name, type, column.type));
    }
  }

  private static boolean hasType(ColumnMetadata column, String type) {
    CharMatcher blanks = CharMatcher.whitespace();
    return blanks.removeFrom(column.getType().asCql(true, true)).equals(blanks.removeFrom(type));
  }

  private static StartupException incompatible(TableMetadata table, String reason) {
    return new StartupException(
        "Table %s.%s was created by another program or version: %s. A primary key or a type is never changed: use another CASSANDRA_KEYSPACE and import again (embedded: 'mvn clean')"
            .formatted(table.getKeyspace(), table.getName(), reason));
  }
}
