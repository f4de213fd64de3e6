package dev.cinedex.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.google.common.collect.Iterables;
import dev.cinedex.testing.TestSession;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class RowScanIT {
  private static final CqlSession SESSION = TestCassandra.newSession(List.of());
  private static final TestSession OBSERVED = new TestSession(SESSION);

  @AfterAll
  static void close() {
    SESSION.close();
  }

  @Test
  void pagesOfLargeRowsHaveAboutAMebibyte() {
    write("large", 100, 100_000);

    assertThat(scan("large")).isEqualTo(100);
    // 32 rows, and then 10 on each page
    assertThat(OBSERVED.askedRows("SELECT id, value FROM large")).isEqualTo(32 + 7 * 10);
  }

  @Test
  void pagesOfSmallRowsHaveManyRows() {
    write("small", 500, 10);

    assertThat(scan("small")).isEqualTo(500);
    assertThat(OBSERVED.askedRows("SELECT id, value FROM small")).isEqualTo(32 + 64 + 4 * 128);
  }

  @Test
  void aTableWithoutRowsHasNone() {
    write("empty", 0, 0);

    assertThat(scan("empty")).isZero();
  }

  private static void write(String table, int rows, int bytes) {
    SESSION.execute("CREATE TABLE %s (id int PRIMARY KEY, value text)".formatted(table));
    for (int i = 0; i < rows; i++) {
      SESSION.execute(
          "INSERT INTO %s (id, value) VALUES (?, ?)".formatted(table), i, "x".repeat(bytes));
    }
  }

  private static int scan(String table) {
    SimpleStatement all = SimpleStatement.newInstance("SELECT id, value FROM " + table);
    return Iterables.size(new RowScan<>(OBSERVED, all, row -> row.getInt("id")));
  }
}
