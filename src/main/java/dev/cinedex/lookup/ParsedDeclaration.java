package dev.cinedex.lookup;

import dev.cinedex.entity.Attribute;
import java.util.List;
import java.util.stream.Stream;

/**
 * A declaration that is known to make a table.
 *
 * @param partition columns without the bucket
 * @param clustering columns without the entity's id
 * @param allColumns whether the table was declared with {@code columns: all}
 * @param values the attributes besides those of the key, in the order of the entity
 * @param roles the feeds of the overloaded column; none when there is no such column
 * @param present the attributes that an entity must have to be in the table
 * @param maintenance when rows are written
 */
record ParsedDeclaration(
    List<Column> partition,
    List<Column> clustering,
    boolean allColumns,
    List<Attribute<?>> values,
    List<String> roles,
    List<Attribute<?>> present,
    Maintenance maintenance) {

  List<Column> key() {
    return Stream.concat(partition.stream(), clustering.stream()).toList();
  }
}
