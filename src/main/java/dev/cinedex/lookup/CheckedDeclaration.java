package dev.cinedex.lookup;

import static java.util.stream.Collectors.joining;

import dev.cinedex.lookup.LookupDeclaration.Maintenance;
import dev.cinedex.lookup.LookupDeclaration.Part;
import dev.cinedex.movie.Attribute;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a declaration says, once it is known to make a table. Each refusal names the table, the
 * field, and what may stand there.
 *
 * @param partition without the bucket
 * @param clustering without {@code movie_id}
 * @param values attributes besides those of the key, in the order of a movie
 * @param roles the feeds of the overloaded column; one empty role where there is none
 * @param present what a movie must have to be in the table
 * @param maintenance when its rows are written
 */
record CheckedDeclaration(
    List<Column> partition,
    List<Column> clustering,
    List<Attribute> values,
    List<String> roles,
    List<Attribute> present,
    Maintenance maintenance) {

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]{0,47}");
  private static final Pattern ORDERED = Pattern.compile("(\\S+)(?:\\s+(asc|desc))?");
  private static final Pattern PRESENT = Pattern.compile("(\\S+)\\s+present");
  static final int MOST_BUCKETS = 256;

  /** Of one movie: 500 actors and 500 directors, each in 20 genres. */
  private static final long MOST_ROWS = 20_000;

  /** Words that CQL takes for its own; Cassandra's documentation, "Appendix A: CQL keywords". */
  private static final Set<String> CQL_WORDS =
      Set.of(
          ("add allow alter and apply asc authorize batch begin by columnfamily create default delete"
                  + " desc describe drop entries execute from full grant if in index infinity insert into"
                  + " is keyspace limit materialized mbean mbeans modify nan norecursive not null of on or"
                  + " order primary rename replace revoke schema select set table to token truncate"
                  + " unlogged unset update use using view where with")
              .split(" "));

  static CheckedDeclaration of(String table, LookupDeclaration declaration) {
    Refusal refusal = (field, reason) -> new InvalidLookupException(table, field, reason);
    if (!isName(table) || LookupTable.RESERVED_NAMES.contains(table)) {
      throw refusal.of(
          "name",
          "a table name matches %s, is no word of CQL and none of %s"
              .formatted(NAME, LookupTable.RESERVED_NAMES));
    }
    if (declaration.buckets() < 1 || declaration.buckets() > MOST_BUCKETS) {
      throw refusal.of("buckets", "must be from 1 to " + MOST_BUCKETS);
    }
    List<Attribute> present = present(declaration, refusal);
    List<String> roles = roles(declaration, refusal);
    KeyColumns columns = new KeyColumns(present, roles, refusal);
    List<Column> partition = declaration.partition().stream().map(columns::partition).toList();
    List<Column> clustering = declaration.clustering().stream().map(columns::clustering).toList();
    requireUniqueKey(partition, clustering, roles, refusal);
    requireFewRows(partition, clustering, roles, refusal);
    List<String> keys =
        Stream.concat(partition.stream(), clustering.stream()).map(Column::name).toList();
    List<Attribute> values =
        Stream.of(Attribute.values())
            .filter(valueAttributes(declaration, refusal)::contains)
            .filter(attribute -> !keys.contains(attribute.columnName()))
            .toList();
    Maintenance maintenance =
        Maintenance.of(declaration.maintenance())
            .orElseThrow(() -> refusal.of("maintenance", "must be sync or async"));
    return new CheckedDeclaration(partition, clustering, values, roles, present, maintenance);
  }

  @FunctionalInterface
  private interface Refusal {
    InvalidLookupException of(String field, String reason);
  }

  private static List<Attribute> present(LookupDeclaration declaration, Refusal refusal) {
    List<Attribute> present = new ArrayList<>();
    for (String condition : declaration.where()) {
      Matcher matcher = PRESENT.matcher(condition.strip());
      present.add(
          Optional.of(matcher)
              .filter(Matcher::matches)
              .flatMap(matched -> Attribute.named(matched.group(1)))
              .orElseThrow(
                  () ->
                      refusal.of(
                          "where",
                          "'%s' is not 'ATTRIBUTE present', with an attribute of %s"
                              .formatted(condition, names(Attribute.values())))));
    }
    return present;
  }

  private static List<String> roles(LookupDeclaration declaration, Refusal refusal) {
    List<Part> overloaded = declaration.partition().stream().filter(Part::isOverloaded).toList();
    if (overloaded.size() > 1) {
      throw refusal.of("partition", "only one column can be fed by several attributes");
    }
    return overloaded.isEmpty() ? List.of("") : overloaded.get(0).feeds();
  }

  /** Makes the columns of the key, each as it is named. */
  private record KeyColumns(List<Attribute> present, List<String> roles, Refusal refusal) {
    Column partition(Part part) {
      if (!part.isOverloaded()) {
        return column("partition", part.name());
      }
      boolean taken =
          !isName(part.name())
              || ListQuery.PARAMETERS.contains(part.name())
              || List.of(Column.MOVIE_ID, Column.BUCKET, Column.VERSION, Column.ROLE, Column.DECADE)
                  .contains(part.name())
              || Attribute.named(part.name()).isPresent()
              || Attribute.withElementsNamed(part.name()).isPresent();
      if (taken) {
        throw refusal.of(
            "partition",
            "'%s' cannot name a column that several attributes feed; it matches %s, is no word of CQL, no parameter of lists, and no other column's name"
                .formatted(part.name(), NAME));
      }
      if (part.feeds().isEmpty()) {
        throw refusal.of(
            "partition", "'%s' is fed by nothing; allowed: %s".formatted(part.name(), elements()));
      }
      Map<String, Attribute> feeds = new LinkedHashMap<>();
      for (String feed : part.feeds()) {
        Attribute attribute =
            Attribute.withElementsNamed(feed)
                .orElseThrow(
                    () ->
                        refusal.of(
                            "partition",
                            "'%s' cannot feed '%s'; allowed: %s"
                                .formatted(feed, part.name(), elements())));
        if (feeds.put(feed, attribute) != null) {
          throw refusal.of("partition", "'%s' feeds '%s' twice".formatted(feed, part.name()));
        }
      }
      return Column.overloaded(part.name(), feeds);
    }

    Column clustering(String ordered) {
      Matcher matcher = ORDERED.matcher(ordered.strip());
      if (!matcher.matches()) {
        throw refusal.of(
            "clustering", "'%s' is not 'COLUMN', 'COLUMN asc' or 'COLUMN desc'".formatted(ordered));
      }
      return column("clustering", matcher.group(1)).ordered("desc".equals(matcher.group(2)));
    }

    private Column column(String field, String name) {
      if (name.equals(Column.DECADE)) {
        return Column.decade();
      }
      if (name.equals(Column.ROLE) && isOverloaded()) {
        return Column.role();
      }
      Optional<Attribute> attribute = Attribute.named(name).filter(Attribute::mayBeKey);
      if (attribute.filter(a -> a.isOptional() && !present.contains(a)).isPresent()) {
        throw refusal.of(
            field,
            "'%s' can be part of a key only with 'where: %s present', for movies may lack it"
                .formatted(name, name));
      }
      return attribute
          .map(Column::attribute)
          .or(() -> Attribute.withElementsNamed(name).map(a -> Column.element(a, name)))
          .orElseThrow(
              () ->
                  refusal.of(
                      field,
                      "'%s' cannot be part of a key; allowed: %s".formatted(name, allowed())));
    }

    private boolean isOverloaded() {
      return !roles.equals(List.of(""));
    }

    private String allowed() {
      return Stream.of(
              Arrays.stream(Attribute.values())
                  .filter(Attribute::mayBeKey)
                  .map(Attribute::columnName)
                  .collect(joining(", ")),
              Column.DECADE,
              elements(),
              isOverloaded() ? Column.ROLE : "")
          .filter(names -> !names.isEmpty())
          .collect(joining(", "));
    }

    private static String elements() {
      return Arrays.stream(Attribute.values())
          .flatMap(attribute -> attribute.elementName().stream())
          .collect(joining(", "));
    }
  }

  private static void requireUniqueKey(
      List<Column> partition, List<Column> clustering, List<String> roles, Refusal refusal) {
    if (partition.isEmpty()) {
      throw refusal.of("partition", "is empty: a table is read by its partition key");
    }
    List<String> keys =
        Stream.concat(partition.stream(), clustering.stream()).map(Column::name).toList();
    if (keys.stream().distinct().count() < keys.size()) {
      throw refusal.of("partition, clustering", "a column is twice in the key " + keys);
    }
    if (clustering.stream().filter(CheckedDeclaration::isElement).count() > 1) {
      throw refusal.of(
          "clustering",
          "only one of %s can be multi-valued: a movie would have a row for each pair"
              .formatted(clustering.stream().map(Column::name).toList()));
    }
    if (roles.size() > 1 && !keys.contains(Column.ROLE)) {
      throw refusal.of(
          "clustering",
          "lacks '%s', without which the key is not unique: who is %s of one movie would have one row for both"
              .formatted(Column.ROLE, String.join(" and ", roles)));
    }
  }

  /** Each write of a movie may write all of them. */
  private static void requireFewRows(
      List<Column> partition, List<Column> clustering, List<String> roles, Refusal refusal) {
    long others =
        Stream.concat(partition.stream(), clustering.stream())
            .flatMap(column -> Attribute.withElementsNamed(column.name()).stream())
            .mapToLong(Attribute::mostElements)
            .reduce(1, (left, right) -> left * right);
    long rows =
        roles.stream()
            .mapToLong(
                role ->
                    others
                        * Attribute.withElementsNamed(role).map(Attribute::mostElements).orElse(1))
            .sum();
    if (rows > MOST_ROWS) {
      throw refusal.of(
          "partition, clustering",
          "a movie could have %d rows, one for each combination of its key's elements; at most %d"
              .formatted(rows, MOST_ROWS));
    }
  }

  private static boolean isElement(Column column) {
    return Attribute.withElementsNamed(column.name()).isPresent();
  }

  private static List<Attribute> valueAttributes(LookupDeclaration declaration, Refusal refusal) {
    if (declaration.columns().equals(List.of("all"))) {
      return List.of(Attribute.values());
    }
    Function<String, Attribute> attribute =
        name ->
            Attribute.named(name)
                .orElseThrow(
                    () ->
                        refusal.of(
                            "columns",
                            "'%s' is not an attribute; allowed: 'all' alone, or any of %s"
                                .formatted(name, names(Attribute.values()))));
    return declaration.columns().stream().map(attribute).toList();
  }

  private static boolean isName(String text) {
    return NAME.matcher(text).matches() && !CQL_WORDS.contains(text);
  }

  private static String names(Attribute... attributes) {
    return Arrays.stream(attributes).map(Attribute::columnName).collect(joining(", "));
  }
}
