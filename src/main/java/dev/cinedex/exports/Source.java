package dev.cinedex.exports;

import com.google.common.collect.FluentIterable;
import dev.cinedex.cassandra.TokenRange;
import dev.cinedex.entity.Attribute;
import dev.cinedex.entity.EntityState;
import dev.cinedex.ledger.Head;
import dev.cinedex.ledger.Ledger;
import dev.cinedex.lists.LookupRows;
import dev.cinedex.lists.StoredRow;
import dev.cinedex.lookup.Column;
import dev.cinedex.lookup.LookupTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What an export reads.
 *
 * @param name of the table
 * @param fields the names of the values of a record, in order
 * @param records reads the records of a token range; null stands for a value that is absent
 */
public record Source(
    String name,
    List<String> fields,
    Function<TokenRange, Iterable<List<@Nullable Object>>> records) {

  /**
   * Returns the entities of the ledger, under the names of their JSON; deleted ones are left out.
   */
  public static Source of(Ledger ledger) {
    List<Attribute<?>> attributes = ledger.entity().attributes();
    return new Source(
        ledger.entity().table(),
        Stream.concat(Stream.of("id"), attributes.stream().map(Attribute::jsonName)).toList(),
        range ->
            FluentIterable.from(ledger.scan(range))
                .filter(Head::exists)
                .transform(head -> record(attributes, head)));
  }

  private static List<@Nullable Object> record(List<Attribute<?>> attributes, Head head) {
    EntityState state = Objects.requireNonNull(head.state());
    List<@Nullable Object> values = new ArrayList<>(1 + attributes.size());
    values.add(head.entityId());
    attributes.forEach(attribute -> values.add(state.get(attribute)));
    return values;
  }

  /** Returns the rows of a lookup table, under the names of its columns. */
  public static Source of(LookupRows rows, LookupTable table) {
    return new Source(
        table.name(),
        Stream.concat(table.columns().stream().map(Column::name), Stream.of(Column.VERSION))
            .toList(),
        range -> FluentIterable.from(rows.scan(table, range)).transform(Source::record));
  }

  private static List<@Nullable Object> record(StoredRow row) {
    List<@Nullable Object> values = new ArrayList<>(row.key().values());
    values.addAll(row.row().values());
    values.add(row.version());
    return values;
  }
}
