package dev.cinedex.benchmark.data;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.cinedex.cassandra.TokenRange;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Reads a whole table by token ranges, several at the same time: what a pass takes at least. */
public final class PlainScan {
  private static final int RANGES = 64;

  private PlainScan() {}

  /** Reads the rows of a table, and returns their number. */
  public static long count(CqlSession session, String table, String key) {
    AtomicLong rows = new AtomicLong();
    run(session, table, key, row -> rows.incrementAndGet());
    return rows.get();
  }

  /**
   * Reads the rows of a table.
   *
   * @param key the columns of its partition key
   * @param each gets each row, in any thread
   */
  static void run(CqlSession session, String table, String key, Consumer<Row> each) {
    PreparedStatement select =
        session.prepare(
            "SELECT * FROM %s WHERE token(%s) > ? AND token(%s) <= ?".formatted(table, key, key));
    TokenRange.all(RANGES).parallelStream()
        .forEach(
            range -> session.execute(select.bind(range.after(), range.upTo())).forEach(each));
  }
}
