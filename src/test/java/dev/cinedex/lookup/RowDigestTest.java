package dev.cinedex.lookup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cinedex.entity.EntityState;
import dev.cinedex.movie.Movies;
import java.nio.LongBuffer;
import java.time.LocalDate;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class RowDigestTest {
  private static final UUID ID = UUID.fromString("f0b70336-bc30-5a9f-bb64-65607359f0c5");
  private static final EntityState BARE =
      Movies.with(Movies.heat()).genres("Crime").actors().directors().synopsis(null).state();

  /** Instances of two releases may each read a part of the rows, and compare the sums. */
  @Nested
  class GoldenValues {
    @Test
    void completeRowsHaveTheseSums() {
      LookupTable table =
          Tables.of("t", "{partition: genre, buckets: 4, clustering: title, columns: all}");
      EntityState dated =
          Movies.with(Movies.heat()).releaseDate(LocalDate.of(1995, 12, 15)).state();

      assertThat(sums(digest(table, dated))).isEqualTo(Map.of(12, 7302622031454995731L));
      assertThat(sums(digest(table, BARE))).isEqualTo(Map.of(12, 4813265504191545036L));
    }

    @Test
    void partialRowsHaveTheseSums() {
      LookupTable table =
          Tables.of(
              "t",
              "{partition: actor, clustering: title, columns: [release_year, genres, actors]}");

      assertThat(sums(digest(table, Movies.heat()))).isEqualTo(Map.of(12, 7656614741390268990L));
    }

    @Test
    void aKeyWithADateHasThisSum() {
      LookupTable table =
          Tables.of(
              "t",
              "{partition: genre, clustering: [release_date desc, title], where: release_date present}");
      EntityState dated =
          Movies.with(Movies.heat()).releaseDate(LocalDate.of(1995, 12, 15)).state();

      assertThat(sums(digest(table, dated))).isEqualTo(Map.of(12, 7008945885267871881L));
    }
  }

  private static RowDigest digest(LookupTable table, EntityState movie) {
    RowDigest digest = new RowDigest();
    table.rowsOf(ID, movie).values().forEach(digest::add);
    return digest;
  }

  /** Returns the sums that are not zero, by bin. */
  private static Map<Integer, Long> sums(RowDigest digest) {
    LongBuffer bins = digest.bytes().asLongBuffer();
    Map<Integer, Long> sums = new TreeMap<>();
    for (int bin = 0; bins.hasRemaining(); bin++) {
      long sum = bins.get();
      if (sum != 0) {
        sums.put(bin, sum);
      }
    }
    return sums;
  }
}
