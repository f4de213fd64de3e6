package dev.cinedex.lookup;

import static java.util.stream.Collectors.joining;

import dev.cinedex.movie.Attribute;
import dev.cinedex.movie.Movie;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A lookup table made from its declaration: its columns, its CQL, and the rows that a movie has in
 * it. Besides the columns here each table has {@code version}, the version of the movie that wrote
 * the row; it is not part of what a row says, so a row whose movie changed elsewhere is not
 * rewritten.
 *
 * @param partition partition key without the bucket: what a query names
 * @param clustering without {@code movie_id}
 * @param values regular columns
 */
public record LookupTable(
    String name,
    LookupDeclaration declaration,
    List<Column> partition,
    List<Column> clustering,
    List<Column> values) {

  private static final Pattern TABLE_NAME = Pattern.compile("[a-z][a-z0-9_]{0,47}");

  /** Cinedex's own tables. */
  public static final List<String> RESERVED_NAMES =
      List.of(
          "movies",
          "unsettled_movies",
          "sweeper_progress",
          "live_instances",
          "lookup_tables",
          "lookup_jobs");

  /**
   * @throws InvalidLookupException when the declaration makes no table
   */
  public static LookupTable of(String name, LookupDeclaration declaration) {
    if (!TABLE_NAME.matcher(name).matches() || RESERVED_NAMES.contains(name)) {
      throw new InvalidLookupException(
          name,
          "name",
          "a table name matches %s and is none of %s".formatted(TABLE_NAME, RESERVED_NAMES));
    }
    List<Column> partition =
        declaration.partition().stream().map(n -> keyColumn(name, "partition", n)).toList();
    List<Column> clustering =
        declaration.clustering().stream().map(n -> keyColumn(name, "clustering", n)).toList();
    List<String> keys =
        Stream.concat(partition.stream(), clustering.stream()).map(Column::name).toList();
    if (keys.stream().distinct().count() < keys.size()) {
      throw new InvalidLookupException(name, "clustering", "a column is twice in the key " + keys);
    }
    List<Column> values =
        valueAttributes(name, declaration.columns()).stream()
            .filter(attribute -> !keys.contains(attribute.columnName()))
            .map(Column::attribute)
            .toList();
    return new LookupTable(name, declaration, partition, clustering, values);
  }

  public static List<LookupTable> all(Map<String, LookupDeclaration> declarations) {
    return declarations.entrySet().stream().map(e -> of(e.getKey(), e.getValue())).toList();
  }

  /** Whether a row holds the complete movie. */
  public boolean isComplete() {
    return Stream.concat(clustering.stream(), values.stream())
        .map(Column::name)
        .toList()
        .containsAll(Arrays.stream(Attribute.values()).map(Attribute::columnName).toList());
  }

  /** The physical partition key: {@link #partition} and the bucket, if there is one. */
  public List<Column> partitionKey() {
    List<Column> key = new ArrayList<>(partition);
    if (declaration.buckets() > 1) {
      key.add(Column.bucket(declaration.buckets()));
    }
    return key;
  }

  /** The clustering columns with {@code movie_id}, in the order of the rows of a partition. */
  public List<Column> clusteringKey() {
    List<Column> key = new ArrayList<>(clustering);
    key.add(Column.movieId());
    return key;
  }

  /** The primary key's columns, in order. */
  public List<Column> primaryKey() {
    return Stream.concat(partitionKey().stream(), clusteringKey().stream()).toList();
  }

  /**
   * The primary key of a row of this table, as far as another table's row of the same movie tells:
   * of a multi-valued attribute any element will do.
   *
   * @param known values of columns, by name
   */
  public Optional<List<Object>> keyFrom(UUID movieId, Map<String, ?> known) {
    List<Object> key = new ArrayList<>();
    for (Column column : primaryKey()) {
      Object value =
          switch (column.name()) {
            case Column.MOVIE_ID -> movieId;
            case Column.BUCKET -> Spread.of(movieId, declaration.buckets());
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
    if (movie == null) {
      return Map.of();
    }
    List<@Nullable Object> row = new ArrayList<>();
    values.forEach(column -> row.add(column.source().values(movieId, movie).get(0)));
    Map<List<Object>, LookupRow> rows = new LinkedHashMap<>();
    for (List<Object> key : keysOf(movieId, movie)) {
      rows.put(key, new LookupRow(this, key, row));
    }
    return rows;
  }

  /** The combinations of the key columns' values. */
  private List<List<Object>> keysOf(UUID movieId, Movie movie) {
    List<List<Object>> keys = List.of(List.of());
    for (Column column : primaryKey()) {
      List<@Nullable Object> choices = column.source().values(movieId, movie);
      keys =
          keys.stream()
              .flatMap(key -> choices.stream().map(choice -> appended(key, choice)))
              .toList();
    }
    return keys;
  }

  private static List<Object> appended(List<Object> key, Object component) {
    List<Object> longer = new ArrayList<>(key);
    longer.add(component);
    return List.copyOf(longer);
  }

  /** What a row of the table is: two tables with one definition hold the same rows. */
  public String definition() {
    return "partition (%s), buckets %d, clustering (%s), columns (%s)"
        .formatted(names(partition), declaration.buckets(), names(clusteringKey()), names(values));
  }

  /** The table's CQL, to be run in the keyspace of the session. */
  public String createStatement() {
    Stream<String> columns =
        Stream.of(primaryKey(), values)
            .flatMap(List::stream)
            .map(column -> "  " + column.name() + " " + column.cqlType());
    return "CREATE TABLE IF NOT EXISTS %s (\n%s,\n  version bigint,\n  PRIMARY KEY ((%s), %s)\n)"
        .formatted(
            name, columns.collect(joining(",\n")), names(partitionKey()), names(clusteringKey()));
  }

  private static String names(List<Column> columns) {
    return columns.stream().map(Column::name).collect(joining(", "));
  }

  private static Column keyColumn(String table, String field, String name) {
    Optional<Attribute> single =
        Attribute.named(name).filter(a -> !a.isMultiValued() && !a.isOptional());
    return single
        .map(Column::attribute)
        .or(() -> Attribute.withElementsNamed(name).map(a -> Column.element(a, name)))
        .orElseThrow(
            () ->
                new InvalidLookupException(
                    table,
                    field,
                    "'%s' cannot be part of a key; allowed: %s".formatted(name, allowedInKeys())));
  }

  private static List<Attribute> valueAttributes(String table, List<String> names) {
    if (names.equals(List.of("all"))) {
      return List.of(Attribute.values());
    }
    return names.stream()
        .distinct()
        .map(
            name ->
                Attribute.named(name)
                    .orElseThrow(
                        () ->
                            new InvalidLookupException(
                                table,
                                "columns",
                                "'%s' is not an attribute; allowed: 'all' alone, or any of %s"
                                    .formatted(name, attributes(a -> true)))))
        .toList();
  }

  private static String allowedInKeys() {
    return Stream.concat(
            Stream.of(attributes(a -> !a.isMultiValued() && !a.isOptional())),
            Arrays.stream(Attribute.values()).flatMap(a -> a.elementName().stream()))
        .collect(joining(", "));
  }

  private static String attributes(Predicate<Attribute> which) {
    return Arrays.stream(Attribute.values())
        .filter(which)
        .map(Attribute::columnName)
        .collect(joining(", "));
  }
}
