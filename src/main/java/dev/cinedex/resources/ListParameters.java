package dev.cinedex.resources;

import dev.cinedex.http.ProblemException;
import dev.cinedex.http.ProblemKind;
import dev.cinedex.lists.ListQuery;
import dev.cinedex.lists.ListQuery.Range;
import dev.cinedex.lists.ReadMode;
import dev.cinedex.lookup.Column;
import dev.cinedex.lookup.KeyText;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.text.EnumText;
import dev.cinedex.text.NormalText;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a request for a list: the key of the partition, and those that every list has.
 *
 * @param limit of a page; null when the request does not say
 * @param texts the parameters as the request has them, those of the key first
 */
record ListParameters(
    ListQuery query,
    @Nullable Integer limit,
    @Nullable String cursor,
    ReadMode read,
    boolean expand,
    Map<String, String> texts) {

  private static final String CURSOR = "cursor";
  private static final int MAX_LIMIT = 200;
  private static final List<String> READ_MODES =
      Arrays.stream(ReadMode.values()).map(EnumText::of).toList();

  /**
   * Reads the parameters.
   *
   * @param key values of the table's partition columns, by name
   * @param given the other parameters of the request
   * @throws ProblemException naming the parameter that is wrong, and the allowed values
   */
  static ListParameters of(
      LookupTable table, Map<String, String> key, Map<String, String> given, ReadMode defaultRead) {
    String order = oneOf(given, "order", "asc", List.of("asc", "desc"));
    String read = oneOf(given, "read", EnumText.of(defaultRead), READ_MODES);
    String expand = oneOf(given, "expand", "", List.of("movie"));
    if (read.equals(EnumText.of(ReadMode.COMPARED)) && expand.equals("movie")) {
      throw invalid("expand: a compared list has the rows as they are stored; leave it out");
    }
    List<Object> partition =
        table.partition().stream().map(column -> keyValue(column, key)).toList();
    Map<String, String> texts = new LinkedHashMap<>(key);
    texts.putAll(given);
    return new ListParameters(
        new ListQuery(table, partition, order.equals("desc"), range(table, given), null),
        limit(given.get("limit")),
        given.get(CURSOR),
        EnumText.parse(ReadMode.class, read).orElseThrow(),
        expand.equals("movie"),
        texts);
  }

  /** Returns the same parameters from another place of the list on. */
  ListParameters from(List<Object> position) {
    return new ListParameters(query.from(position), limit, cursor, read, expand, texts);
  }

  /**
   * Returns the address of the first page of this list under {@code /lookups}, from the root of the
   * service. Unlike a path, it can carry every name.
   */
  String firstPage() {
    StringJoiner uri = new StringJoiner("&", "lookups/" + query.table().name() + "/movies?", "");
    texts.forEach(
        (name, text) -> {
          if (!name.equals(CURSOR)) {
            uri.add(encoded(name) + "=" + encoded(text));
          }
        });
    return uri.toString();
  }

  /**
   * Returns the address of a page of a list.
   *
   * @param firstPage its address
   * @param cursor of the page; null for the first one
   */
  static String page(String firstPage, @Nullable String cursor) {
    return cursor == null ? firstPage : firstPage + "&" + CURSOR + "=" + encoded(cursor);
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

  private static Range range(LookupTable table, Map<String, String> given) {
    Column column = table.clusteringKey().get(0);
    String prefix = given.get("prefix");
    String from = given.get("from");
    String to = given.get("to");
    if (prefix == null) {
      return new Range(
          from == null ? null : value("from", column, NormalText.composed(from), KeyText::bound),
          to == null ? null : value("to", column, NormalText.composed(to), KeyText::bound));
    }
    if (from != null || to != null) {
      throw invalid("prefix: cannot be combined with from or to");
    }
    if (!column.cqlType().equals("text")) {
      throw invalid("prefix: only for text, but the list is ordered by " + column.name());
    }
    return Range.ofPrefix(NormalText.composed(prefix));
  }

  private static Object value(
      String name, Column column, String text, BiFunction<Column, String, Object> reading) {
    try {
      return reading.apply(column, text);
    } catch (IllegalArgumentException e) {
      throw invalid("%s: '%s' is not %s".formatted(name, text, KeyText.form(column)));
    }
  }

  /**
   * @param fallback the value of a request that does not have the parameter
   */
  private static String oneOf(
      Map<String, String> given, String name, String fallback, List<String> allowed) {
    String value = given.getOrDefault(name, fallback);
    if (!value.equals(fallback) && !allowed.contains(value)) {
      throw invalid("%s: must be %s".formatted(name, String.join(" or ", allowed)));
    }
    return value;
  }

  private static @Nullable Integer limit(@Nullable String text) {
    if (text == null) {
      return null;
    }
    try {
      int limit = Integer.parseInt(text);
      if (limit >= 1 && limit <= MAX_LIMIT) {
        return limit;
      }
    } catch (NumberFormatException e) {
      // refused below, with its range
    }
    throw invalid("limit: must be a number from 1 to " + MAX_LIMIT);
  }

  private static ProblemException invalid(String detail) {
    return new ProblemException(ProblemKind.INVALID_PARAMETER, detail);
  }
}
