package dev.cinedex.lookup;

import com.google.common.hash.HashFunction;
import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import dev.cinedex.lookup.SketchCells.Element;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The difference of two sets of rows, in memory of a fixed size. Expected rows are added and stored
 * rows are subtracted, in whatever order and number of parts they are read. Equal rows cancel out.
 * What remains is {@link #differences}, if it is not too much.
 *
 * <p>This is an invertible Bloom lookup table: each row is added to three cells. A cell with one
 * row tells which row it is; the row is then taken out of its other cells, which may leave one row
 * in these, and so on. Two sets that differ look equal with probability 2<sup>-64</sup>.
 */
public final class RowSketch {
  /** The number of differing rows that a sketch can nearly always list. */
  public static final int CAPACITY = 19_000;

  /** Tables are told apart by the last bits of a hash, so that a job has at most so many. */
  public static final int MAX_TABLES = 256;

  /** Up to so many rows are kept as they are: a slice often has no more. */
  private static final int FEW = 2_000;

  private static final HashFunction HASH = Hashing.murmur3_128();

  private final List<Signed> few = new ArrayList<>();
  private @Nullable SketchCells cells;

  /**
   * A row that only one of the two sides has.
   *
   * @param table the index of its table
   * @param token of its partition
   * @param isExpected false for a stored row
   */
  public record Difference(UUID entityId, int table, long token, boolean isExpected) {}

  /**
   * A row that is kept as it is.
   *
   * @param sign 1 for an expected row, -1 for a stored one
   */
  private record Signed(int sign, Element row) {}

  /** Returns the sketch from which {@link #bytes} made the bytes. */
  public static RowSketch of(ByteBuffer bytes) {
    RowSketch sketch = new RowSketch();
    ByteBuffer from = bytes.duplicate();
    while (from.hasRemaining()) {
      sketch.cells().read(from);
    }
    return sketch;
  }

  /** Returns the cells that are not zero; at most 1.3 MB. */
  public ByteBuffer bytes() {
    SketchCells all = cells();
    int[] used = IntStream.range(0, SketchCells.CELLS).filter(cell -> !all.isZero(cell)).toArray();
    ByteBuffer bytes = ByteBuffer.allocate(used.length * SketchCells.BYTES_OF_CELL);
    for (int cell : used) {
      all.write(cell, bytes);
    }
    return bytes.flip();
  }

  /** Returns the cells, with the rows that were kept as they are. */
  private SketchCells cells() {
    SketchCells all = cells;
    if (all == null) {
      all = new SketchCells();
      cells = all;
    }
    for (Signed each : few) {
      all.add(each.sign, each.row);
    }
    few.clear();
    return all;
  }

  /**
   * Adds a row that the ledger asks for.
   *
   * @param table the index of its table, less than {@link #MAX_TABLES}
   * @param token of its partition
   */
  public void addExpected(LookupRow row, int table, long token) {
    add(1, element(row, table, token));
  }

  /**
   * Subtracts a row that its table has.
   *
   * @param table the index of its table, less than {@link #MAX_TABLES}
   * @param token of its partition
   */
  public void addStored(LookupRow row, int table, long token) {
    add(-1, element(row, table, token));
  }

  /** Adds what was counted in another part. */
  public void add(RowSketch other) {
    other.few.forEach(each -> add(each.sign, each.row));
    if (other.cells != null) {
      cells().add(other.cells);
    }
  }

  private static Element element(LookupRow row, int table, long token) {
    UUID id = row.entityId();
    long hash = hash(row) / MAX_TABLES * MAX_TABLES + table;
    return new Element(id.getMostSignificantBits(), id.getLeastSignificantBits(), token, hash);
  }

  private void add(int sign, Element row) {
    if (cells != null || few.size() == FEW) {
      cells().add(sign, row);
    } else {
      few.add(new Signed(sign, row));
    }
  }

  /**
   * Returns the rows that only one side has; empty when they are too many to be listed. That
   * happens above {@link #CAPACITY}.
   */
  public Optional<List<Difference>> differences() {
    SketchCells rest = new SketchCells();
    rest.add(cells());
    List<Difference> found = new ArrayList<>();
    Deque<Integer> next = new ArrayDeque<>(IntStream.range(0, SketchCells.CELLS).boxed().toList());
    while (!next.isEmpty() && found.size() <= SketchCells.CELLS) {
      int cell = next.pop();
      if (rest.hasOneRow(cell)) {
        int sign = rest.sign(cell);
        Element row = rest.row(cell);
        found.add(difference(row, sign > 0));
        rest.add(-sign, row);
        for (int part = 0; part < SketchCells.PARTS; part++) {
          next.push(SketchCells.cell(part, row.check()));
        }
      }
    }
    boolean all = IntStream.range(0, SketchCells.CELLS).allMatch(rest::isZero);
    return all ? Optional.of(found) : Optional.empty();
  }

  private static Difference difference(Element row, boolean isExpected) {
    int table = Math.floorMod(row.hash(), MAX_TABLES);
    return new Difference(new UUID(row.high(), row.low()), table, row.token(), isExpected);
  }

  private static long hash(LookupRow row) {
    Hasher hasher = HASH.newHasher();
    row.key().values().forEach(value -> add(hasher, value));
    row.values().forEach(value -> add(hasher, value));
    return hasher.hash().asLong();
  }

  /** Adds a value with its length, so that no two lists of values read alike. */
  private static void add(Hasher hasher, @Nullable Object value) {
    if (value instanceof Collection<?> elements) { // sets are in the order of their bytes
      hasher.putInt(elements.size());
      elements.forEach(element -> add(hasher, element));
    } else if (value instanceof UUID id) {
      hasher.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
    } else {
      String text = value == null ? "" : value.toString();
      hasher.putInt(value == null ? -1 : text.length()).putUnencodedChars(text);
    }
  }
}
