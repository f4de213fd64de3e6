package dev.cinedex.exports;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.cinedex.cassandra.TokenRange;
import dev.cinedex.files.Format;
import dev.cinedex.files.ListText;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes a table, one token range after the other: after each range the output can be continued by
 * another process. It keeps a page of rows in memory.
 */
public final class Export {
  /** The token ranges of every export; a place in a file counts them. */
  public static final int RANGES = 256;

  private final Source source;
  private final RecordText text;

  public Export(Source source, Format format, ListText lists) {
    this.source = source;
    this.text = new RecordText(format, lists, source.fields());
  }

  /** The output of an export. */
  public interface Output {
    /** Returns the stream that takes the records of the next range. */
    OutputStream begin() throws IOException;

    /** Called when the records of a range are written; its stream is not used any more. */
    void rangeDone(OutputStream range, int rangesDone) throws IOException;

    /** Called when a record is written. */
    void recordDone();
  }

  /**
   * Writes the ranges that are not done.
   *
   * @param rangesDone the number of the ranges that the output has, from 0
   * @throws IOException when the output cannot be written
   * @throws com.datastax.oss.driver.api.core.DriverException when Cassandra does not answer
   */
  public void run(int rangesDone, Output output) throws IOException {
    List<TokenRange> ranges = TokenRange.all(RANGES);
    for (int i = rangesDone; i < RANGES; i++) {
      OutputStream range = output.begin();
      if (i == 0) {
        range.write(text.header().getBytes(UTF_8));
      }
      for (List<@Nullable Object> values : source.records().apply(ranges.get(i))) {
        range.write(text.line(values).getBytes(UTF_8));
        output.recordDone();
      }
      output.rangeDone(range, i + 1);
    }
  }
}
