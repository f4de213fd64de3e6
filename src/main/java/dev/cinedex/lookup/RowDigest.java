package dev.cinedex.lookup;

import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.Collection;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Sums of the hashes of rows, in bins by entity. Equal sets of rows have equal sums, in whatever
 * order and number of parts they are read. Different sets have different sums, except with
 * probability 2<sup>-64</sup>.
 */
public final class RowDigest {
  public static final int BINS = 1024;

  private final long[] sums = new long[BINS];

  /** Returns the digest from which {@link #bytes} made the bytes. */
  public static RowDigest of(ByteBuffer bytes) {
    RowDigest digest = new RowDigest();
    bytes.duplicate().asLongBuffer().get(digest.sums);
    return digest;
  }

  public ByteBuffer bytes() {
    ByteBuffer bytes = ByteBuffer.allocate(BINS * Long.BYTES);
    bytes.asLongBuffer().put(sums);
    return bytes;
  }

  public void add(LookupRow row) {
    sums[bin(row.entityId())] += hash(row);
  }

  public void add(RowDigest other) {
    for (int bin = 0; bin < BINS; bin++) {
      sums[bin] += other.sums[bin];
    }
  }

  /** Returns the bins in which the rows are not the same. */
  public BitSet differing(RowDigest other) {
    BitSet differing = new BitSet(BINS);
    for (int bin = 0; bin < BINS; bin++) {
      differing.set(bin, sums[bin] != other.sums[bin]);
    }
    return differing;
  }

  public static int bin(UUID entityId) {
    return Buckets.of(entityId, BINS);
  }

  private static long hash(LookupRow row) {
    Hasher hasher = Hashing.murmur3_128().newHasher();
    row.key().values().forEach(value -> add(hasher, value));
    row.values().forEach(value -> add(hasher, value));
    return hasher.hash().asLong();
  }

  /** Adds a value with its length, so that no two lists of values read alike. */
  private static void add(Hasher hasher, @Nullable Object value) {
    if (value instanceof Collection<?> elements) { // sets are in the order of their bytes
      hasher.putInt(elements.size());
      elements.forEach(element -> add(hasher, element));
    } else {
      byte[] text = Objects.toString(value, "").getBytes(StandardCharsets.UTF_8);
      hasher.putInt(value == null ? -1 : text.length).putBytes(text);
    }
  }
}
