package dev.cinedex.lookup;

import dev.cinedex.entity.Attribute;
import dev.cinedex.entity.EntityType;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A lookup table: its columns, and where their values come from. {@link LookupTables} makes it from
 * its declaration, and {@link TableRows} makes the rows that an entity has in it. Besides the
 * columns here each table has {@code version}, the version of the entity that wrote the row. The
 * version is not part of what a row says, so a row is not rewritten when its entity changes
 * elsewhere.
 */
public final class LookupTable {
  private final EntityType entity;
  private final String name;
  private final LookupDeclaration declaration;
  private final ParsedDeclaration parsed;
  private final List<Column> partitionKey;
  private final List<Column> clusteringKey;
  private final List<Column> primaryKey;
  private final List<Column> values;
  private final List<Column> columns;
  private final Map<String, Integer> positions;
  private final boolean complete;
  private final List<List<ColumnSource>> keySources;

  LookupTable(
      EntityType entity, String name, LookupDeclaration declaration, ParsedDeclaration parsed) {
    this.entity = entity;
    this.name = name;
    this.declaration = declaration;
    this.parsed = parsed;
    this.partitionKey =
        declaration.buckets() == 1
            ? parsed.partition()
            : appended(parsed.partition(), Column.bucket(declaration.buckets()));
    this.clusteringKey = appended(parsed.clustering(), Column.id(entity));
    this.primaryKey = Stream.concat(partitionKey.stream(), clusteringKey.stream()).toList();
    this.values = parsed.values().stream().<Column>map(Column::value).toList();
    this.columns = Stream.concat(primaryKey.stream(), values.stream()).toList();
    this.positions =
        IntStream.range(0, columns.size())
            .boxed()
            .collect(Collectors.toUnmodifiableMap(i -> columns.get(i).name(), i -> i));
    this.complete = isComplete(entity, positions.keySet());
    this.keySources = keySources(primaryKey, parsed.roles());
  }

  private static List<Column> appended(List<Column> columns, Column last) {
    return Stream.concat(columns.stream(), Stream.of(last)).toList();
  }

  private static boolean isComplete(EntityType entity, Set<String> names) {
    return entity.attributes().stream().map(Attribute::name).allMatch(names::contains);
  }

  private static List<List<ColumnSource>> keySources(List<Column> key, List<String> roles) {
    List<ColumnSource> sources = key.stream().map(Column::source).toList();
    return roles.isEmpty()
        ? List.of(sources)
        : roles.stream()
            .map(role -> sources.stream().map(source -> source.inRole(role)).toList())
            .toList();
  }

  public EntityType entity() {
    return entity;
  }

  public String name() {
    return name;
  }

  /** The declaration in its plainest form: two declarations of the same table have the same. */
  public LookupDeclaration declaration() {
    return declaration;
  }

  /** Returns whether the table was declared with {@code columns: all}. */
  public boolean hasAllColumns() {
    return parsed.allColumns();
  }

  public Maintenance maintenance() {
    return parsed.maintenance();
  }

  /** The partition key without the bucket: the columns that a query names. */
  public List<Column> partition() {
    return parsed.partition();
  }

  /** The physical partition key: {@link #partition} and the bucket, if there is one. */
  public List<Column> partitionKey() {
    return partitionKey;
  }

  /** The clustering columns with the entity's id, in the order of the rows of a partition. */
  public List<Column> clusteringKey() {
    return clusteringKey;
  }

  /** The columns of the primary key, in order. */
  public List<Column> primaryKey() {
    return primaryKey;
  }

  /** The regular columns. */
  public List<Column> values() {
    return values;
  }

  /** The columns that the entity gives: the primary key and the regular columns, in order. */
  public List<Column> columns() {
    return columns;
  }

  /** Returns the position of a column among all {@link #columns}; null when there is none. */
  @Nullable Integer position(String columnName) {
    return positions.get(columnName);
  }

  /** Returns whether a row holds every attribute of the entity. */
  public boolean isComplete() {
    return complete;
  }

  /** Returns the definition of a row, as JSON: tables with one definition hold the same rows. */
  public String definition() {
    return TableDefinition.write(declaration);
  }

  /** Returns the attributes whose values are the regular columns. */
  List<Attribute<?>> valueAttributes() {
    return parsed.values();
  }

  /** Returns the attributes that an entity must have to be in the table. */
  List<Attribute<?>> present() {
    return parsed.present();
  }

  /** Returns the sources of the columns of the primary key: once, or once for each role. */
  List<List<ColumnSource>> keySources() {
    return keySources;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return this == other
        || (other instanceof LookupTable table
            && name.equals(table.name)
            && declaration.equals(table.declaration));
  }

  @Override
  public int hashCode() {
    return Objects.hash(name);
  }

  @Override
  public String toString() {
    return name;
  }
}
