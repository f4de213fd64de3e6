package dev.cinedex.jobs;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.cinedex.cassandra.TokenRange;
import dev.cinedex.lookup.Column;
import dev.cinedex.lookup.InvalidLookupException;
import dev.cinedex.lookup.KeyText;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.text.NormalText;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Which rows a verification or a repair looks at: those that meet each condition.
 *
 * @param movieId null for every movie
 * @param key values of columns of the primary key as text, by name; none for every key
 * @param tokens of the ledger's movies, and of the table's partitions: rounded up to whole slices;
 *     null for all
 */
public record Scope(@Nullable UUID movieId, Map<String, String> key, @Nullable TokenRange tokens) {
  public static final Scope ALL = new Scope(null, Map.of(), null);

  public Scope {
    if (movieId != null && tokens != null) {
      throw new IllegalArgumentException("movieId: goes with no tokens, for it has its own");
    }
    key = Map.copyOf(key);
  }

  boolean covers(LookupRow row) {
    if (movieId != null && !movieId.equals(row.entityId())) {
      return false;
    }
    Map<String, @Nullable Object> columns = row.columns();
    return key.entrySet().stream()
        .allMatch(part -> part.getValue().equals(String.valueOf(columns.get(part.getKey()))));
  }

  boolean touches(TokenRange slice) {
    return tokens == null || tokens.touches(slice);
  }

  @JsonIgnore
  public boolean isAll() {
    return equals(ALL);
  }

  /**
   * The same with the values of the key as the table has them: in normal form, a number without
   * zeros before it.
   *
   * @throws InvalidLookupException naming a column that is not in the table's key, or a value that
   *     is none of its type
   */
  Scope of(LookupTable table) {
    Map<String, String> values = new LinkedHashMap<>();
    key.forEach((name, value) -> values.put(name, value(table, name, value)));
    return new Scope(movieId, values, tokens);
  }

  private static String value(LookupTable table, String name, String text) {
    Column column =
        table.primaryKey().stream()
            .filter(each -> each.name().equals(name))
            .findFirst()
            .orElseThrow(
                () ->
                    new InvalidLookupException(
                        table.name(),
                        "key",
                        "'%s' is no column of it; there are %s"
                            .formatted(
                                name, table.primaryKey().stream().map(Column::name).toList())));
    try {
      return KeyText.key(column, NormalText.of(text)).toString();
    } catch (IllegalArgumentException e) {
      throw new InvalidLookupException(
          table.name(),
          "key",
          "'%s' is no value of %s, which is %s".formatted(text, name, KeyText.form(column)));
    }
  }
}
