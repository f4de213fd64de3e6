package dev.cinedex.jobs;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.cinedex.ledger.InStep;
import dev.cinedex.lookup.Column;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.RowKey;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

/** Random faults that CQL puts into any lookup table. */
final class RandomFaults {
  private final CqlSession session;
  private final LookupTable table;
  private final Random random;

  private RandomFaults(CqlSession session, LookupTable table, Random random) {
    this.session = session;
    this.table = table;
    this.random = random;
  }

  /**
   * Plants missing, orphaned and stale rows.
   *
   * @return the state of each planted row, by the text of its key
   */
  static Map<String, String> plant(
      CqlSession session, LookupTable table, int faults, Random random) {
    return new RandomFaults(session, table, random).plant(faults);
  }

  private Map<String, String> plant(int faults) {
    Map<RowKey, LookupRow> stored =
        new TreeMap<>((left, right) -> left.toString().compareTo(right.toString()));
    stored.putAll(InStep.stored(session, table));
    List<LookupRow> rows = new ArrayList<>(stored.values());
    Collections.shuffle(rows, random);
    Map<String, String> planted = new TreeMap<>();
    for (LookupRow row : rows.subList(0, faults)) {
      int kind = random.nextInt(table.values().isEmpty() ? 2 : 3);
      if (kind == 0) {
        session.execute(
            SimpleStatement.newInstance(
                "DELETE FROM %s WHERE %s"
                    .formatted(table.name(), columns(table.primaryKey(), " = ? AND ") + " = ?"),
                row.key().values().toArray()));
        planted.put(text(row.key().values()), "missing");
      } else if (kind == 1) {
        List<Object> key = new ArrayList<>(row.key().values());
        int part = random.nextInt(key.size());
        key.set(part, other(key.get(part)));
        insert(key, List.of(), List.of());
        planted.put(text(key), "orphaned");
      } else {
        Column column = table.values().get(random.nextInt(table.values().size()));
        insert(row.key().values(), List.of(column), Arrays.asList(otherValue(column)));
        planted.put(text(row.key().values()), "stale");
      }
    }
    return planted;
  }

  private Object other(Object value) {
    if (value instanceof Integer number) {
      return number + 1_000;
    }
    return value instanceof UUID ? new UUID(random.nextLong(), random.nextLong()) : value + "~";
  }

  private static Object otherValue(Column column) {
    return switch (column.cqlType()) {
      case "int" -> 1871;
      case "date" -> LocalDate.of(1871, 1, 1);
      case "frozen<set<text>>" -> Set.of("planted");
      case "frozen<list<text>>" -> List.of("planted");
      default -> "planted";
    };
  }

  private void insert(List<Object> key, List<Column> more, List<Object> values) {
    List<Column> columns = new ArrayList<>(table.primaryKey());
    columns.addAll(more);
    List<Object> all = new ArrayList<>(key);
    all.addAll(values);
    session.execute(
        SimpleStatement.newInstance(
            "INSERT INTO %s (%s) VALUES (%s)"
                .formatted(
                    table.name(),
                    columns(columns, ", "),
                    String.join(", ", Collections.nCopies(all.size(), "?"))),
            all.toArray()));
  }

  private static String columns(List<Column> columns, String separator) {
    return String.join(separator, columns.stream().map(Column::name).toList());
  }

  static String text(List<Object> key) {
    return String.join("|", key.stream().map(String::valueOf).toList());
  }
}
