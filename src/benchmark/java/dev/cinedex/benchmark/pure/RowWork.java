package dev.cinedex.benchmark.pure;

import dev.cinedex.benchmark.data.Film;
import dev.cinedex.benchmark.data.MadeFilms;
import dev.cinedex.entity.Attribute;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.RowKey;
import dev.cinedex.lookup.RowSizes;
import dev.cinedex.lookup.RowSketch;
import dev.cinedex.lookup.TableRows;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movie;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/**
 * The work of the processor on the rows of one movie in the shipped tables. A profile of reads, of
 * writes, or of a verification shows each of these methods.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class RowWork {
  private final Film film = new MadeFilms(30_000).film(4);
  private final List<LookupTable> tables = Tables.shipped();
  private final List<LookupRow> rows =
      tables.stream().flatMap(table -> rowsIn(table).values().stream()).toList();
  private final RowSketch sketch = new RowSketch();

  private Map<RowKey, LookupRow> rowsIn(LookupTable table) {
    return TableRows.of(table, film.id(), film.state());
  }

  /** Makes the rows that a write projects. */
  @Benchmark
  public void makeRows(Blackhole hole) {
    for (LookupTable table : tables) {
      hole.consume(rowsIn(table));
    }
  }

  /** Measures the rows of a page of a list. */
  @Benchmark
  public void measureRows(Blackhole hole) {
    for (LookupRow row : rows) {
      RowSizes sizes = new RowSizes();
      hole.consume(sizes.of(row.key().values()) + sizes.of(row.values()));
    }
  }

  /** Finds the values that an answer shows. */
  @Benchmark
  public void findValues(Blackhole hole) {
    for (LookupRow row : rows) {
      for (Attribute<?> attribute : Movie.ENTITY.attributes()) {
        hole.consume(row.value(attribute));
      }
    }
  }

  /** Compares the rows that are expected with those that are stored, by their digests. */
  @Benchmark
  public void compareRows() {
    for (LookupRow row : rows) {
      sketch.addExpected(row, 0, 1);
      sketch.addStored(row, 0, 1);
    }
  }
}
