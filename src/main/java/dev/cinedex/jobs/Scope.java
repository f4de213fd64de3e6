package dev.cinedex.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.base.Splitter;
import com.google.common.primitives.Longs;
import dev.cinedex.cassandra.TokenRange;
import dev.cinedex.lookup.Column;
import dev.cinedex.lookup.InvalidLookupException;
import dev.cinedex.lookup.KeyText;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.text.NormalText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The rows that a verification or a repair looks at: those that meet each condition.
 *
 * @param entityId null for every entity
 * @param key values of columns of the primary key as text, by name; empty for every key
 * @param tokens range of the ledger's entities and of the table's partitions, extended to whole
 *     token ranges of a job; null for all
 */
public record Scope(@Nullable UUID entityId, Map<String, String> key, @Nullable TokenRange tokens) {
  public static final Scope ALL = new Scope(null, Map.of(), null);

  /** A job is read with its scope each time. The longest text of a key is 500 code points. */
  private static final int MAX_KEY_BYTES = 2_000;

  /**
   * Checks the conditions.
   *
   * @throws InvalidJobException when they exclude each other
   */
  public Scope {
    if (entityId != null && tokens != null) {
      throw new InvalidJobException("tokens", "cannot be combined with an id, which has one token");
    }
    key = Map.copyOf(key);
  }

  /**
   * Returns the range of tokens after the first and up to the second one.
   *
   * @throws InvalidJobException when the range is empty
   */
  public static TokenRange tokens(long after, long upTo) {
    if (after >= upTo) {
      throw new InvalidJobException("tokens", "%d is not less than %d".formatted(after, upTo));
    }
    return new TokenRange(after, upTo);
  }

  /**
   * Parses a range of tokens such as {@code -100:100}.
   *
   * @throws InvalidJobException when the text has another form, or the range is empty
   */
  public static TokenRange tokens(String text) {
    List<String> bounds = Splitter.on(':').splitToList(text);
    Long after = Longs.tryParse(bounds.get(0));
    Long upTo = bounds.size() == 2 ? Longs.tryParse(bounds.get(1)) : null;
    if (after == null || upTo == null) {
      throw new InvalidJobException(
          "tokens", "'%s' is not a range of two 64-bit integers, such as -100:100".formatted(text));
    }
    return tokens(after, upTo);
  }

  public boolean isAll() {
    return equals(ALL);
  }

  boolean covers(LookupRow row) {
    if (entityId != null && !entityId.equals(row.entityId())) {
      return false;
    }
    Map<String, @Nullable Object> columns = row.columns();
    return key.entrySet().stream()
        .allMatch(part -> part.getValue().equals(String.valueOf(columns.get(part.getKey()))));
  }

  boolean touches(TokenRange range) {
    return tokens == null || tokens.touches(range);
  }

  /**
   * Returns the scope with the values of the key as the table has them: as normal text, and numbers
   * without leading zeros.
   *
   * @throws InvalidLookupException naming a column that is not in the table's key, or a value that
   *     does not fit the column's type
   */
  Scope normalizedFor(LookupTable table) {
    Map<String, String> values = new LinkedHashMap<>();
    key.forEach((name, value) -> values.put(name, normalized(table, name, value)));
    return new Scope(entityId, values, tokens);
  }

  private static String normalized(LookupTable table, String name, String text) {
    Column column = keyColumn(table, name);
    if (text.getBytes(UTF_8).length > MAX_KEY_BYTES) {
      throw new InvalidLookupException(
          table.name(),
          "key",
          "the value of '%s' has more than %d bytes".formatted(name, MAX_KEY_BYTES));
    }
    try {
      return KeyText.key(column, NormalText.of(text)).toString();
    } catch (IllegalArgumentException e) {
      throw new InvalidLookupException(
          table.name(), "key", "%s: '%s' is not %s".formatted(name, text, KeyText.form(column)));
    }
  }

  private static Column keyColumn(LookupTable table, String name) {
    return table.primaryKey().stream()
        .filter(column -> column.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidLookupException(
                    table.name(),
                    "key",
                    "'%s' is not a key column; key columns: %s"
                        .formatted(name, table.primaryKey().stream().map(Column::name).toList())));
  }
}
