package dev.cinedex.lookup;

import dev.cinedex.entity.Attribute;
import dev.cinedex.entity.EntityState;
import dev.cinedex.entity.EntityType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A lookup table made from its declaration: its columns, and the rows that an entity has in it.
 * Besides the columns here each table has {@code version}, the version of the entity that wrote the
 * row. The version is not part of what a row says, so a row is not rewritten when its entity
 * changes elsewhere.
 */
public final class LookupTable {
  private final EntityType entity;
  private final String name;
  private final LookupDeclaration declaration;
  private final boolean allColumns;
  private final Maintenance maintenance;
  private final List<Column> partition;
  private final List<Column> partitionKey;
  private final List<Column> clusteringKey;
  private final List<Column> primaryKey;
  private final List<Column> values;
  private final boolean complete;
  private final TableRows rows;

  private LookupTable(EntityType entity, String name, LookupDeclaration declared) {
    ParsedDeclaration parsed = new DeclarationParser(entity, name, declared).parse();
    this.entity = entity;
    this.name = name;
    this.allColumns = declared.hasAllColumns();
    this.maintenance = parsed.maintenance();
    this.partition = parsed.partition();
    this.partitionKey =
        declared.buckets() == 1
            ? partition
            : appended(partition, Column.bucket(declared.buckets()));
    this.clusteringKey = appended(parsed.clustering(), Column.id(entity));
    this.primaryKey = Stream.concat(partitionKey.stream(), clusteringKey.stream()).toList();
    List<Column> valueColumns = new ArrayList<>();
    parsed.values().forEach(attribute -> valueColumns.add(Column.value(attribute)));
    this.values = List.copyOf(valueColumns);
    this.declaration = plain(declared, parsed);
    this.complete = isComplete(entity, Stream.concat(primaryKey.stream(), values.stream()));
    this.rows = new TableRows(this, parsed);
  }

  /**
   * @throws InvalidLookupException when the declaration makes no table
   */
  public static LookupTable of(EntityType entity, String name, LookupDeclaration declaration) {
    return new LookupTable(entity, name, declaration);
  }

  /** Returns the tables of a configuration, in its order. */
  public static List<LookupTable> all(
      EntityType entity, Map<String, ? extends @Nullable LookupDeclaration> declarations) {
    List<LookupTable> tables = new ArrayList<>();
    declarations.forEach(
        (name, declaration) ->
            tables.add(
                of(entity, name, declaration == null ? LookupDeclaration.EMPTY : declaration)));
    return List.copyOf(tables);
  }

  private static List<Column> appended(List<Column> columns, Column last) {
    return Stream.concat(columns.stream(), Stream.of(last)).toList();
  }

  private static LookupDeclaration plain(LookupDeclaration declared, ParsedDeclaration parsed) {
    return new LookupDeclaration(
        declared.partition(),
        declared.buckets(),
        parsed.clustering().stream().map(TableDdl::ordered).toList(),
        parsed.values().stream().map(Attribute::name).toList(),
        parsed.present().stream().map(attribute -> attribute.name() + " present").toList(),
        parsed.maintenance().text());
  }

  private static boolean isComplete(EntityType entity, Stream<Column> columns) {
    Set<String> names = columns.map(Column::name).collect(Collectors.toCollection(HashSet::new));
    return entity.attributes().stream().map(Attribute::name).allMatch(names::contains);
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
    return allColumns;
  }

  public Maintenance maintenance() {
    return maintenance;
  }

  /** The partition key without the bucket: the columns that a query names. */
  public List<Column> partition() {
    return partition;
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

  /** Returns whether a row holds every attribute of the entity. */
  public boolean isComplete() {
    return complete;
  }

  /** Returns the definition of a row, as JSON: tables with one definition hold the same rows. */
  public String definition() {
    return TableDefinition.write(declaration);
  }

  /** The table's CQL, to be executed in the keyspace of the session. */
  public String createStatement() {
    return TableDdl.createStatement(this);
  }

  /**
   * Returns every row of an entity, by its key.
   *
   * @param state null when there is no entity, and so no rows
   */
  public Map<RowKey, LookupRow> rowsOf(UUID entityId, @Nullable EntityState state) {
    return rows.of(entityId, state);
  }

  /**
   * Returns the key of a row of this table, as far as another table's row of the same entity tells
   * it; of a multi-valued attribute any element will do.
   */
  public Optional<RowKey> keyFrom(LookupRow known) {
    List<Object> key = new ArrayList<>(primaryKey.size());
    for (Column column : primaryKey) {
      Object value = column.source().known(known);
      if (value == null) {
        return Optional.empty();
      }
      key.add(value);
    }
    return Optional.of(new RowKey(this, key));
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
