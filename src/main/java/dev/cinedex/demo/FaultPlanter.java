package dev.cinedex.demo;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.cinedex.catalog.LookupStateException;
import dev.cinedex.ledger.Head;
import dev.cinedex.ledger.Ledger;
import dev.cinedex.lists.LookupRows;
import dev.cinedex.lists.StoredRow;
import dev.cinedex.lookup.Column;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.RowKey;
import dev.cinedex.lookup.TableRows;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Makes a row of a table wrong by plain CQL, past everything that keeps the tables right. */
public final class FaultPlanter {
  private static final int SAMPLE = 20;

  private final CqlSession session;
  private final LookupRows rows;
  private final Ledger ledger;

  public FaultPlanter(CqlSession session, LookupRows rows, Ledger ledger) {
    this.session = session;
    this.rows = rows;
    this.ledger = ledger;
  }

  /**
   * Makes a row wrong that is right so far.
   *
   * @throws LookupStateException when the table has no such row, or cannot have such a fault
   */
  public Fault plant(LookupTable table, Fault.Kind kind) {
    StoredRow row = rightRow(table);
    FaultCql cql = new FaultCql(session.getKeyspace().orElseThrow().asInternal());
    List<Object> key = kind == Fault.Kind.ORPHANED ? otherKey(row) : row.key().values();
    String statement =
        switch (kind) {
          case MISSING -> cql.missing(row);
          case ORPHANED -> cql.orphaned(row, key);
          case STALE ->
              cql.stale(row)
                  .orElseThrow(
                      () ->
                          new LookupStateException(
                              "Rows of lookup table '%s' have a key alone, so none can be stale: plant a missing or an orphaned row"
                                  .formatted(table.name())));
        };
    session.execute(SimpleStatement.newInstance(statement));
    return new Fault(kind, row.entityId(), new RowKey(table, key), List.of(statement));
  }

  private StoredRow rightRow(LookupTable table) {
    List<StoredRow> some =
        new ArrayList<>(rows.sample(table, ThreadLocalRandom.current().nextLong(), SAMPLE));
    some.addAll(rows.sample(table, Long.MIN_VALUE, SAMPLE));
    Collections.shuffle(some);
    return some.stream()
        .filter(this::isRight)
        .findFirst()
        .orElseThrow(
            () ->
                new LookupStateException(
                    "Lookup table '%s' has no row that could be made wrong: create a movie first"
                        .formatted(table.name())));
  }

  private boolean isRight(StoredRow row) {
    Head head = ledger.read(row.entityId());
    return TableRows.at(row.key(), head.entityId(), head.state())
        .filter(row.row()::equals)
        .isPresent();
  }

  /** Returns the key with another text in its last column that is one: an old title, mostly. */
  private static List<Object> otherKey(StoredRow row) {
    List<Column> columns = row.key().table().primaryKey();
    List<Object> key = new ArrayList<>(row.key().values());
    for (int i = columns.size() - 1; i >= 0; i--) {
      if (columns.get(i).cqlType().equals("text") && !columns.get(i).name().equals(Column.ROLE)) {
        key.set(i, key.get(i) + " (an old one)");
        return key;
      }
    }
    throw new LookupStateException(
        "The key of lookup table '%s' has no text, so no orphan is planted: plant a missing row"
            .formatted(row.key().table().name()));
  }
}
