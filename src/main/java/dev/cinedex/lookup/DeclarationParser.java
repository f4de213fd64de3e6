package dev.cinedex.lookup;

import static java.util.stream.Collectors.joining;

import dev.cinedex.entity.Attribute;
import dev.cinedex.entity.EntityType;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads a declaration of a table. Each error names the table, the field, and the values that are
 * allowed.
 */
final class DeclarationParser {
  static final int MAX_BUCKETS = 256;

  private static final Pattern PRESENT = Pattern.compile("(\\S+)\\s+present");

  private final EntityType entity;
  private final String table;
  private final LookupDeclaration declaration;

  DeclarationParser(EntityType entity, String table, LookupDeclaration declaration) {
    this.entity = entity;
    this.table = table;
    this.declaration = declaration;
  }

  /**
   * @throws InvalidLookupException when the declaration makes no table
   */
  ParsedDeclaration parse() {
    requireTableName();
    if (declaration.buckets() < 1 || declaration.buckets() > MAX_BUCKETS) {
      throw invalid("buckets", "must be from 1 to " + MAX_BUCKETS);
    }
    List<Attribute<?>> present = present();
    List<String> roles = roles();
    KeyColumns columns = new KeyColumns(entity, table, present, roles);
    List<Column> partition = declaration.partition().stream().map(columns::partition).toList();
    List<Column> clustering = declaration.clustering().stream().map(columns::clustering).toList();
    KeyRules.check(entity, table, new KeyRules.Key(partition, clustering, roles));
    return new ParsedDeclaration(
        partition,
        clustering,
        declaration.hasAllColumns(),
        values(partition, clustering),
        roles,
        present,
        maintenance());
  }

  private void requireTableName() {
    List<String> reserved =
        Stream.concat(Stream.of(entity.table(), entity.noteTable()), Names.OWN_TABLES.stream())
            .toList();
    if (!Names.isName(table) || reserved.contains(table)) {
      throw invalid(
          "name",
          "a table name matches %s, is not a word of CQL, and is none of %s"
              .formatted(Names.FORM, reserved));
    }
  }

  private List<Attribute<?>> present() {
    List<Attribute<?>> present = new ArrayList<>();
    for (String condition : declaration.where()) {
      Matcher matcher = PRESENT.matcher(condition.strip());
      String name = matcher.matches() ? matcher.group(1) : "";
      present.add(
          entity
              .attribute(name)
              .orElseThrow(
                  () ->
                      invalid(
                          "where",
                          "'%s' is not 'ATTRIBUTE present', with an attribute of %s"
                              .formatted(condition, attributeNames()))));
    }
    return present;
  }

  private List<String> roles() {
    List<KeyPart> overloaded =
        declaration.partition().stream().filter(KeyPart::isOverloaded).toList();
    if (overloaded.size() > 1) {
      throw invalid("partition", "only one column can be fed by several attributes");
    }
    return overloaded.isEmpty() ? List.of() : overloaded.get(0).feeds();
  }

  private List<Attribute<?>> values(List<Column> partition, List<Column> clustering) {
    List<String> keys =
        Stream.concat(partition.stream(), clustering.stream()).map(Column::name).toList();
    List<Attribute<?>> declared = declaredValues();
    List<Attribute<?>> values = new ArrayList<>();
    for (Attribute<?> attribute : entity.attributes()) {
      if (declared.contains(attribute) && !keys.contains(attribute.name())) {
        values.add(attribute);
      }
    }
    return values;
  }

  private List<Attribute<?>> declaredValues() {
    if (declaration.hasAllColumns()) {
      return entity.attributes();
    }
    List<Attribute<?>> values = new ArrayList<>();
    for (String name : declaration.columns()) {
      values.add(
          entity
              .attribute(name)
              .orElseThrow(
                  () ->
                      invalid(
                          "columns",
                          "'%s' is not an attribute; allowed: 'all' alone, or any of %s"
                              .formatted(name, attributeNames()))));
    }
    return values;
  }

  private Maintenance maintenance() {
    return Maintenance.of(declaration.maintenance())
        .orElseThrow(() -> invalid("maintenance", "must be sync or async"));
  }

  private String attributeNames() {
    return entity.attributes().stream().map(Attribute::name).collect(joining(", "));
  }

  private InvalidLookupException invalid(String field, String reason) {
    return new InvalidLookupException(table, field, reason);
  }
}
