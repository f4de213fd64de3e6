package dev.cinedex.lookup;

import com.google.common.hash.HashFunction;
import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
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

  /** Each row is in one cell of each part. */
  private static final int PARTS = 3;

  private static final int BITS = 13;
  private static final int CELLS_OF_PART = 1 << BITS;
  private static final int CELLS = PARTS * CELLS_OF_PART;

  /** Up to so many rows are kept as they are: a slice often has no more. */
  private static final int FEW = 2_000;

  private static final HashFunction HASH = Hashing.murmur3_128();
  private static final int BYTES_OF_CELL = Integer.BYTES + 6 * Long.BYTES;

  private final List<Signed> few = new ArrayList<>();
  private @Nullable Cells cells;

  /**
   * A row that only one of the two sides has.
   *
   * @param table the index of its table
   * @param token of its partition
   * @param isExpected false for a stored row
   */
  public record Difference(UUID entityId, int table, long token, boolean isExpected) {}

  /** A row without its values, or a sum of such rows. */
  private record Element(long high, long low, long token, long hash) {
    long check() {
      return mixed(mixed(mixed(mixed(hash) ^ token) ^ high) ^ low);
    }

    /** Spreads each bit over all others: the finalizer of MurmurHash3. */
    private static long mixed(long bits) {
      long mixed = (bits ^ (bits >>> 33)) * 0xff51afd7ed558ccdL;
      mixed = (mixed ^ (mixed >>> 33)) * 0xc4ceb9fe1a85ec53L;
      return mixed ^ (mixed >>> 33);
    }
  }

  /**
   * A row that is kept as it is.
   *
   * @param sign 1 for an expected row, -1 for a stored one
   */
  private record Signed(int sign, Element row) {}

  /** The sums over the rows of each cell. */
  private static final class Cells {
    private final long[] counts = new long[CELLS];
    private final long[] highs = new long[CELLS];
    private final long[] lows = new long[CELLS];
    private final long[] tokens = new long[CELLS];
    private final long[] hashes = new long[CELLS];
    private final long[] checks = new long[CELLS];

    void add(int sign, Element row) {
      long check = row.check();
      for (int part = 0; part < PARTS; part++) {
        int cell = cell(part, check);
        counts[cell] += sign;
        highs[cell] += sign * row.high;
        lows[cell] += sign * row.low;
        tokens[cell] += sign * row.token;
        hashes[cell] += sign * row.hash;
        checks[cell] += sign * check;
      }
    }

    void add(Cells other) {
      for (int cell = 0; cell < CELLS; cell++) {
        counts[cell] += other.counts[cell];
        highs[cell] += other.highs[cell];
        lows[cell] += other.lows[cell];
        tokens[cell] += other.tokens[cell];
        hashes[cell] += other.hashes[cell];
        checks[cell] += other.checks[cell];
      }
    }

    boolean hasOneRow(int cell) {
      return Math.abs(counts[cell]) == 1 && row(cell).check() == counts[cell] * checks[cell];
    }

    /** Returns the row of a cell that has only one. */
    Element row(int cell) {
      long sign = counts[cell];
      return new Element(
          sign * highs[cell], sign * lows[cell], sign * tokens[cell], sign * hashes[cell]);
    }

    boolean isZero(int cell) {
      long any = counts[cell] | highs[cell] | lows[cell];
      return (any | tokens[cell] | hashes[cell] | checks[cell]) == 0;
    }

    void read(ByteBuffer from) {
      int cell = from.getInt();
      counts[cell] = from.getLong();
      highs[cell] = from.getLong();
      lows[cell] = from.getLong();
      tokens[cell] = from.getLong();
      hashes[cell] = from.getLong();
      checks[cell] = from.getLong();
    }

    void write(int cell, ByteBuffer to) {
      to.putInt(cell).putLong(counts[cell]).putLong(highs[cell]).putLong(lows[cell]);
      to.putLong(tokens[cell]).putLong(hashes[cell]).putLong(checks[cell]);
    }
  }

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
    Cells all = cells();
    int[] used = IntStream.range(0, CELLS).filter(cell -> !all.isZero(cell)).toArray();
    ByteBuffer bytes = ByteBuffer.allocate(used.length * BYTES_OF_CELL);
    for (int cell : used) {
      all.write(cell, bytes);
    }
    return bytes.flip();
  }

  /** Returns the cells, with the rows that were kept as they are. */
  private Cells cells() {
    Cells all = cells;
    if (all == null) {
      all = new Cells();
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

  private static int cell(int part, long check) {
    return part * CELLS_OF_PART + (int) (check >>> (part * BITS) & (CELLS_OF_PART - 1));
  }

  /**
   * Returns the rows that only one side has; empty when they are too many to be listed. That
   * happens above {@link #CAPACITY}.
   */
  public Optional<List<Difference>> differences() {
    Cells rest = new Cells();
    rest.add(cells());
    List<Difference> found = new ArrayList<>();
    Deque<Integer> next = new ArrayDeque<>(IntStream.range(0, CELLS).boxed().toList());
    while (!next.isEmpty() && found.size() <= CELLS) {
      int cell = next.pop();
      if (rest.hasOneRow(cell)) {
        int sign = (int) rest.counts[cell];
        Element row = rest.row(cell);
        found.add(difference(row, sign > 0));
        rest.add(-sign, row);
        for (int part = 0; part < PARTS; part++) {
          next.push(cell(part, row.check()));
        }
      }
    }
    boolean all = IntStream.range(0, CELLS).allMatch(rest::isZero);
    return all ? Optional.of(found) : Optional.empty();
  }

  private static Difference difference(Element row, boolean isExpected) {
    int table = Math.floorMod(row.hash, MAX_TABLES);
    return new Difference(new UUID(row.high, row.low), table, row.token, isExpected);
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
