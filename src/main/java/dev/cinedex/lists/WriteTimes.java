package dev.cinedex.lists;

import com.datastax.oss.driver.api.core.cql.Row;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * When the regular columns of a row were written. A key has no write time, and neither has a column
 * without a value.
 *
 * @param newest the latest write time, in microseconds; empty when there is none
 * @param ofVersion whether all write times are the row's version, as those of Cinedex are
 */
public record WriteTimes(OptionalLong newest, boolean ofVersion) {
  /**
   * Reads the write times that follow the version in a row.
   *
   * @param version the index of the version's column
   */
  static WriteTimes of(Row row, int version) {
    long[] times =
        IntStream.range(version + 1, row.getColumnDefinitions().size())
            .filter(column -> !row.isNull(column))
            .mapToLong(row::getLong)
            .toArray();
    boolean ofVersion =
        !row.isNull(version) && Arrays.stream(times).allMatch(time -> time == row.getLong(version));
    return new WriteTimes(Arrays.stream(times).max(), ofVersion);
  }
}
