package dev.cinedex.lookup;

import dev.cinedex.entity.Attribute;
import dev.cinedex.entity.EntityType;
import java.util.List;
import java.util.stream.Stream;

/** Checks that each row has a key of its own, and that an entity has not too many rows. */
final class KeyRules {
  /** Two attributes of 500 elements, each combined with one of 20. */
  private static final long MAX_ROWS = 20_000;

  private final EntityType entity;
  private final String table;
  private final Key key;

  /**
   * The columns of a key as they are declared.
   *
   * @param roles the feeds of the overloaded column; none when there is no such column
   */
  record Key(List<Column> partition, List<Column> clustering, List<String> roles) {
    List<String> names() {
      return Stream.concat(partition.stream(), clustering.stream()).map(Column::name).toList();
    }
  }

  private KeyRules(EntityType entity, String table, Key key) {
    this.entity = entity;
    this.table = table;
    this.key = key;
  }

  /**
   * @throws InvalidLookupException naming the rule that the key breaks
   */
  static void check(EntityType entity, String table, Key key) {
    KeyRules rules = new KeyRules(entity, table, key);
    rules.requireUnique();
    rules.requireFewRows();
  }

  private void requireUnique() {
    if (key.partition.isEmpty()) {
      throw invalid("partition", "is empty: a table is read by its partition key");
    }
    List<String> names = key.names();
    if (names.stream().distinct().count() < names.size()) {
      throw invalid("partition, clustering", "a column is twice in the key " + names);
    }
    if (key.clustering.stream().filter(this::isElement).count() > 1) {
      throw invalid(
          "clustering",
          "only one of %s can be multi-valued: a %s would have a row for each pair"
              .formatted(key.clustering, entity));
    }
    if (key.roles.size() > 1 && !names.contains(Column.ROLE)) {
      throw invalid(
          "clustering",
          "lacks '%s', without which the key is not unique: a name that is %s of one %s would have one row for both"
              .formatted(Column.ROLE, String.join(" and ", key.roles), entity));
    }
  }

  /** Checks the number of rows, because each write of an entity may write all of them. */
  private void requireFewRows() {
    long others =
        key.names().stream().mapToLong(this::maxElements).reduce(1, (left, right) -> left * right);
    long rows =
        key.roles.isEmpty()
            ? others
            : key.roles.stream().mapToLong(role -> others * maxElements(role)).sum();
    if (rows > MAX_ROWS) {
      throw invalid(
          "partition, clustering",
          "a %s could have %d rows, one for each combination of its key's elements; at most %d"
              .formatted(entity, rows, MAX_ROWS));
    }
  }

  private boolean isElement(Column column) {
    return entity.attributeOfElement(column.name()).isPresent();
  }

  private long maxElements(String elementName) {
    return entity.attributeOfElement(elementName).map(Attribute::maxElements).orElse(1);
  }

  private InvalidLookupException invalid(String field, String reason) {
    return new InvalidLookupException(table, field, reason);
  }
}
