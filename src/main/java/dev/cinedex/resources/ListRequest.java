package dev.cinedex.resources;

import static java.util.stream.Collectors.joining;

import dev.cinedex.http.Problem.Kind;
import dev.cinedex.http.ProblemException;
import dev.cinedex.lists.ListQuery;
import dev.cinedex.lists.ListQuery.Range;
import dev.cinedex.lists.ReadMode;
import dev.cinedex.lookup.Column;
import dev.cinedex.lookup.KeyText;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.text.NormalText;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * What a request for a list asks for: the key of the partition and the parameters that every list
 * has.
 */
record ListRequest(
    ListQuery listing,
    int limit,
    @Nullable String cursor,
    ReadMode read,
    boolean expand,
    Map<String, String> parameters) {

  private static final int DEFAULT_LIMIT = 20;
  private static final int MAX_LIMIT = 200;
  private static final List<String> READ_MODES =
      Arrays.stream(ReadMode.values()).map(ListRequest::lower).toList();

  /**
   * @param key values of the table's partition columns, by name
   * @param parameters those that every list has
   * @throws ProblemException naming the parameter that is wrong, and what it may be
   */
  static ListRequest of(
      LookupTable table,
      Map<String, String> key,
      Map<String, String> parameters,
      ReadMode defaultRead) {
    String order = oneOf(parameters, "order", "asc", List.of("asc", "desc"));
    String read = oneOf(parameters, "read", lower(defaultRead), READ_MODES);
    String expand = oneOf(parameters, "expand", "", List.of("movie"));
    List<Object> partition =
        table.partition().stream().map(column -> keyValue(column, key)).toList();
    Map<String, String> all = new LinkedHashMap<>(key);
    all.putAll(parameters);
    return new ListRequest(
        new ListQuery(table, partition, order.equals("desc"), range(table, parameters), null),
        limit(parameters.get("limit")),
        parameters.get("cursor"),
        ReadMode.valueOf(read.toUpperCase(Locale.ROOT)),
        expand.equals("movie"),
        all);
  }

  boolean hasLimit() {
    return parameters.containsKey("limit");
  }

  /** This list under the form of URI that carries every name, from the service's root. */
  String uri(@Nullable String otherCursor) {
    Map<String, String> query = new LinkedHashMap<>(parameters);
    if (otherCursor != null) {
      query.put("cursor", otherCursor);
    }
    return "lookups/%s/movies?".formatted(listing.table().name())
        + query.entrySet().stream()
            .map(parameter -> encoded(parameter.getKey()) + "=" + encoded(parameter.getValue()))
            .collect(joining("&"));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static Object keyValue(Column column, Map<String, String> key) {
    String text = NormalText.of(String.valueOf(key.get(column.name())));
    if (text.isEmpty()) {
      throw invalid(column.name() + ": is empty");
    }
    return value(column.name(), column, text, KeyText::key);
  }

  private static Range range(LookupTable table, Map<String, String> parameters) {
    Column column = table.clusteringKey().get(0);
    String prefix = parameters.get("prefix");
    String from = parameters.get("from");
    String to = parameters.get("to");
    if (prefix == null) {
      return new Range(
          from == null ? null : value("from", column, NormalText.composed(from), KeyText::bound),
          to == null ? null : value("to", column, NormalText.composed(to), KeyText::bound));
    }
    if (from != null || to != null) {
      throw invalid("prefix: goes with neither 'from' nor 'to'");
    }
    if (!column.cqlType().equals("text")) {
      throw invalid("prefix: the list is ordered by %s, which is no text".formatted(column.name()));
    }
    return Range.ofPrefix(NormalText.composed(prefix));
  }

  private static Object value(
      String name, Column column, String text, BiFunction<Column, String, Object> reading) {
    try {
      return reading.apply(column, text);
    } catch (IllegalArgumentException e) {
      throw invalid(
          "%s: '%s' is no value of %s, which is %s"
              .formatted(name, text, column.name(), KeyText.form(column)));
    }
  }

  /**
   * @param fallback of a request that does not say
   */
  private static String oneOf(
      Map<String, String> parameters, String name, String fallback, List<String> allowed) {
    String value = parameters.getOrDefault(name, fallback);
    if (!value.equals(fallback) && !allowed.contains(value)) {
      throw invalid("%s: must be %s".formatted(name, String.join(" or ", allowed)));
    }
    return value;
  }

  private static String lower(ReadMode mode) {
    return mode.name().toLowerCase(Locale.ROOT);
  }

  private static int limit(@Nullable String text) {
    try {
      int limit = text == null ? DEFAULT_LIMIT : Integer.parseInt(text);
      if (limit >= 1 && limit <= MAX_LIMIT) {
        return limit;
      }
    } catch (NumberFormatException e) {
      // refused below, with its range
    }
    throw invalid("limit: must be a number from 1 to " + MAX_LIMIT);
  }

  private static ProblemException invalid(String detail) {
    return new ProblemException(Kind.INVALID_PARAMETER, detail);
  }
}
