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
  /** The bytes that a page should have. */
  private static final long PAGE_BYTES = 1 << 20;

  private static final int FIRST_PAGE = 32;

  /** Rows of a page at most: a few small rows can stand before many large ones. */
  private static final int LARGEST_PAGE = 128;

  private final CqlSession session;
  private final Statement<?> statement;
  private final Function<Row, T> read;

  public RowScan(CqlSession session, Statement<?> statement, Function<Row, T> read) {
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
    private int rowsPerPage = FIRST_PAGE;
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
        long affordable = PAGE_BYTES * rows / Math.max(1, bytes);
        int most = Math.min(LARGEST_PAGE, 2 * rowsPerPage);
        rowsPerPage = (int) Math.max(1, Math.min(most, affordable));
        rows = 0;
        bytes = 0;
      }
      return session.execute(statement.setPageSize(rowsPerPage).setPagingState(from));
    }
  }
}
