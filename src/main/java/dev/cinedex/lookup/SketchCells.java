package dev.cinedex.lookup;

import java.nio.ByteBuffer;

/** The cells of a {@link RowSketch}: each has the sums over its rows. */
final class SketchCells {
  static final int BYTES_OF_CELL = Integer.BYTES + 6 * Long.BYTES;

  /** Each row is in one cell of each part. */
  static final int PARTS = 3;

  private static final int BITS = 13;
  private static final int CELLS_OF_PART = 1 << BITS;
  static final int CELLS = PARTS * CELLS_OF_PART;

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

  void add(SketchCells other) {
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

  /** Returns 1 if the one row of a cell is expected, and -1 if it is stored. */
  int sign(int cell) {
    return (int) counts[cell];
  }

  static int cell(int part, long check) {
    return part * CELLS_OF_PART + (int) (check >>> (part * BITS) & (CELLS_OF_PART - 1));
  }

  /** A row without its values, or a sum of such rows. */
  record Element(long high, long low, long token, long hash) {
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
}
