package dev.cinedex.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.google.common.collect.AbstractIterator;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * All rows of a statement, read while they are iterated, in pages that take little memory.
 * Cassandra counts the rows of a page and not their bytes, so each page has as many rows as the
 * size of those before allows.
 *
 * @param <T> what a row is read as
 */
public final class RowScan<T> implements Iterable<T> {
  private final CqlSession session;
  private final Statement<?> statement;
  private final Function<Row, T> read;
  private final PageSize pageSize;

  public RowScan(CqlSession session, Statement<?> statement, Function<Row, T> read) {
    this(session, statement, read, new PageSize());
  }

  /**
   * @param pageSize is shared by the scans of one table
   */
  public RowScan(
      CqlSession session, Statement<?> statement, Function<Row, T> read, PageSize pageSize) {
    this.pageSize = pageSize;
    this.session = session;
    this.statement = statement;
    this.read = read;
  }

  /** Returns the bytes of a row's values as they were received. */
  public static long bytes(Row row) {
    long bytes = 0;
    for (int column = 0; column < row.size(); column++) {
      ByteBuffer value = row.getBytesUnsafe(column);
      bytes += value == null ? 0 : value.remaining();
    }
    return bytes;
  }

  @Override
  public Iterator<T> iterator() {
    return new Rows();
  }

  private final class Rows extends AbstractIterator<T> {
    private ResultSet page = fetch(null);
    private long bytes;
    private int rows;

    @Override
    protected @Nullable T computeNext() {
      while (page.getAvailableWithoutFetching() == 0) {
        ByteBuffer next = page.getExecutionInfo().getPagingState();
        if (next == null) {
          return endOfData();
        }
        page = fetch(next);
      }
      Row row = page.one();
      bytes += bytes(row);
      rows++;
      return read.apply(row);
    }

    private ResultSet fetch(@Nullable ByteBuffer from) {
      if (rows > 0) {
        pageSize.adapt(rows, bytes);
        rows = 0;
        bytes = 0;
      }
      return session.execute(statement.setPageSize(pageSize.rows()).setPagingState(from));
    }
  }
}
