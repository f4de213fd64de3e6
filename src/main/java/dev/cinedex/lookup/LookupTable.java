package dev.cinedex.lookup;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.cinedex.lookup.LookupDeclaration.Maintenance;
import dev.cinedex.movie.Attribute;
import dev.cinedex.movie.Movie;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A lookup table made from its declaration: its columns, its CQL, and the rows that a movie has in
 * it. Besides the columns here each table has {@code version}, the version of the movie that wrote
 * the row; it is not part of what a row says, so a row whose movie changed elsewhere is not
 * rewritten.
 */
public final class LookupTable {
  /** Cinedex's own tables. */
  public static final List<String> RESERVED_NAMES =
      List.of(
          "movies",
          "unsettled_movies",
          "sweeper_progress",
          "live_instances",
          "lookup_tables",
          "lookup_jobs",
          "lookup_findings");

  private final String name;
  private final LookupDeclaration declaration;
  private final List<Column> partition;
  private final List<Column> partitionKey;
  private final List<Column> clusteringKey;
  private final List<Column> primaryKey;
  private final List<Column> values;
  private final List<String> roles;
  private final List<Attribute> present;
  private final Maintenance maintenance;

  private LookupTable(String name, LookupDeclaration declaration, CheckedDeclaration checked) {
    this.name = name;
    this.partition = checked.partition();
    this.partitionKey =
        declaration.buckets() == 1
            ? partition
            : appended(partition, Column.bucket(declaration.buckets()));
    this.clusteringKey = appended(checked.clustering(), Column.entityId());
    this.primaryKey = Stream.concat(partitionKey.stream(), clusteringKey.stream()).toList();
    this.values = checked.values().stream().map(Column::attribute).toList();
    this.roles = checked.roles();
    this.present = checked.present();
    this.maintenance = checked.maintenance();
    this.declaration =
        new LookupDeclaration(
            declaration.partition(),
            declaration.buckets(),
            checked.clustering().stream().map(LookupTable::ordered).toList(),
            values.stream().map(Column::name).toList(),
            present.stream().map(attribute -> attribute.columnName() + " present").toList(),
            maintenance.text());
  }

  /**
   * @throws InvalidLookupException when the declaration makes no table
   */
  public static LookupTable of(String name, LookupDeclaration declaration) {
    return new LookupTable(name, declaration, CheckedDeclaration.of(name, declaration));
  }

  public static List<LookupTable> all(Map<String, LookupDeclaration> declarations) {
    return declarations.entrySet().stream()
        .map(
            e ->
                of(e.getKey(), Optional.ofNullable(e.getValue()).orElse(LookupDeclaration.NOTHING)))
        .toList();
  }

  public String name() {
    return name;
  }

  /** In its plainest form: two declarations of the same table have the same. */
  public LookupDeclaration declaration() {
    return declaration;
  }

  /** When its rows are written. */
  public Maintenance maintenance() {
    return maintenance;
  }

  /** The partition key without the bucket: what a query names. */
  public List<Column> partition() {
    return partition;
  }

  /** The physical partition key: {@link #partition} and the bucket, if there is one. */
  public List<Column> partitionKey() {
    return partitionKey;
  }

  /** The clustering columns with {@code movie_id}, in the order of the rows of a partition. */
  public List<Column> clusteringKey() {
    return clusteringKey;
  }

  /** The primary key's columns, in order. */
  public List<Column> primaryKey() {
    return primaryKey;
  }

  /** The regular columns. */
  public List<Column> values() {
    return values;
  }

  /** Whether a row holds the complete movie. */
  public boolean isComplete() {
    return Stream.concat(primaryKey.stream(), values.stream())
        .map(Column::name)
        .toList()
        .containsAll(Arrays.stream(Attribute.values()).map(Attribute::columnName).toList());
  }

  /**
   * The primary key of a row of this table, as far as another table's row of the same movie tells:
   * of a multi-valued attribute any element will do.
   *
   * @param known values of columns, by name
   */
  public Optional<List<Object>> keyFrom(UUID movieId, Map<String, ?> known) {
    List<Object> key = new ArrayList<>();
    for (Column column : primaryKey) {
      Object value =
          switch (column.name()) {
            case Column.MOVIE_ID -> movieId;
            case Column.BUCKET -> Buckets.of(movieId, declaration.buckets());
            case Column.DECADE ->
                known.get(Attribute.RELEASE_YEAR.columnName()) instanceof Integer year
                    ? Column.decadeOf(year)
                    : null;
            default ->
                known.containsKey(column.name())
                    ? known.get(column.name())
                    : Attribute.withElementsNamed(column.name())
                        .map(attribute -> (Collection<?>) known.get(attribute.columnName()))
                        .flatMap(elements -> elements.stream().findFirst().map(Object.class::cast))
                        .orElse(null);
          };
      if (value == null) {
        return Optional.empty();
      }
      key.add(value);
    }
    return Optional.of(key);
  }

  /**
   * Every row of a movie, by primary key.
   *
   * @param movie null when there is none, and so no rows
   */
  public Map<List<Object>, LookupRow> rowsOf(UUID movieId, @Nullable Movie movie) {
    if (movie == null || !present.stream().allMatch(attribute -> attribute.isPresentIn(movie))) {
      return Map.of();
    }
    List<@Nullable Object> row = new ArrayList<>();
    values.forEach(column -> row.add(column.source().values(movieId, movie, "").get(0)));
    Map<List<Object>, LookupRow> rows = new LinkedHashMap<>();
    for (String role : roles) {
      for (List<Object> key : keysOf(movieId, movie, role)) {
        rows.put(key, new LookupRow(this, key, row));
      }
    }
    return rows;
  }

  /** The combinations of the key columns' values. */
  private List<List<Object>> keysOf(UUID movieId, Movie movie, String role) {
    List<List<Object>> keys = List.of(List.of());
    for (Column column : primaryKey) {
      List<? extends @Nullable Object> choices = column.source().values(movieId, movie, role);
      keys =
          keys.stream()
              .flatMap(
                  key ->
                      choices.stream().map(choice -> appended(key, Objects.requireNonNull(choice))))
              .toList();
    }
    return keys;
  }

  private static <T> List<T> appended(List<T> list, T last) {
    List<T> longer = new ArrayList<>(list);
    longer.add(last);
    return List.copyOf(longer);
  }

  /** What a row of the table is, as JSON: two tables with one definition hold the same rows. */
  public String definition() {
    try {
      Map<String, Object> definition = new LinkedHashMap<>();
      definition.put("partition", declaration.partition());
      definition.put("buckets", declaration.buckets());
      definition.put("clustering", declaration.clustering());
      definition.put("columns", declaration.columns());
      definition.put("where", declaration.where());
      return LookupDeclaration.JSON.writeValueAsString(definition);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The table's CQL, to be run in the keyspace of the session. */
  public String createStatement() {
    Stream<String> columns =
        Stream.of(primaryKey, values)
            .flatMap(List::stream)
            .map(column -> "  " + column.name() + " " + column.cqlType());
    return "CREATE TABLE IF NOT EXISTS %s (\n%s,\n  %s bigint,\n  PRIMARY KEY ((%s), %s)\n)%s"
        .formatted(
            name,
            columns.collect(joining(",\n")),
            Column.VERSION,
            names(partitionKey),
            names(clusteringKey),
            clusteringKey.stream().anyMatch(Column::descending) ? clusteringOrder() : "");
  }

  private String clusteringOrder() {
    return clusteringKey.stream()
        .map(column -> column.name() + (column.descending() ? " DESC" : " ASC"))
        .collect(joining(", ", " WITH CLUSTERING ORDER BY (", ")"));
  }

  private static String ordered(Column column) {
    return column.descending() ? column.name() + " desc" : column.name();
  }

  private static String names(List<Column> columns) {
    return columns.stream().map(Column::name).collect(joining(", "));
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof LookupTable table
        && name.equals(table.name)
        && declaration.equals(table.declaration);
  }

  @Override
  public int hashCode() {
    return Objects.hash(name, declaration);
  }

  @Override
  public String toString() {
    return name;
  }
}
