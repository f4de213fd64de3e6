package dev.cinedex.lookup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cinedex.entity.EntityState;
import dev.cinedex.movie.Movies;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class RowDigestTest {
  private static final UUID ID = UUID.fromString("f0b70336-bc30-5a9f-bb64-65607359f0c5");
  private static final LookupTable BY_ACTOR =
      Tables.of("t", "{partition: actor, clustering: title, columns: actors}");
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
              "{partition: genre, clustering: [release_date desc, title], where: release_date"
                  + " present}");
      EntityState dated =
          Movies.with(Movies.heat()).releaseDate(LocalDate.of(1995, 12, 15)).state();

      assertThat(sums(digest(table, dated))).isEqualTo(Map.of(12, 7008945885267871881L));
    }
  }

  @Test
  void theSumIsTheSameInWhateverOrderAndPartsTheRowsAreRead() {
    RowDigest whole = digest(BY_ACTOR, Movies.heat());
    RowDigest parts = new RowDigest();
    List<LookupRow> rows = new ArrayList<>(TableRows.of(BY_ACTOR, ID, Movies.heat()).values());
    Collections.reverse(rows);
    for (LookupRow row : rows) {
      RowDigest part = new RowDigest();
      part.add(row);
      parts.add(part);
    }

    assertThat(rows).hasSize(3);
    assertThat(parts.differing(whole).isEmpty()).isTrue();
    assertThat(parts.bytes()).isEqualTo(whole.bytes());
  }

  @Test
  void aDigestIsReadFromItsBytes() {
    ByteBuffer bytes = digest(BY_ACTOR, Movies.heat()).bytes();

    assertThat(bytes.remaining()).isEqualTo(1024 * 8);
    assertThat(RowDigest.of(bytes).bytes()).isEqualTo(bytes);
    assertThat(bytes.remaining()).as("the bytes can be read again").isEqualTo(1024 * 8);
  }

  @Test
  void theBinsOfEntitiesWhoseRowsDifferAreNamed() {
    UUID other = UUID.fromString("6f9619ff-8b86-d011-b42d-00c04fc964ff");
    RowDigest both = digest(BY_ACTOR, Movies.heat());
    TableRows.of(BY_ACTOR, other, Movies.heat()).values().forEach(both::add);

    assertThat(both.differing(digest(BY_ACTOR, Movies.heat())).stream()).containsExactly(465);
    assertThat(both.differing(both).isEmpty()).isTrue();
    assertThat(RowDigest.bin(ID)).isEqualTo(12);
    assertThat(RowDigest.bin(other)).isEqualTo(465);
  }

  /** Only the length tells where one value ends and the next begins. */
  @Test
  void rowsWhoseValuesJoinToTheSameTextHaveDifferentSums() {
    assertThat(sums(digest(BY_ACTOR, withActors("ab", "c"))))
        .isNotEqualTo(sums(digest(BY_ACTOR, withActors("a", "bc"))));
    LookupTable withSynopsis = Tables.of("t", "{partition: title, columns: synopsis}");
    assertThat(sums(digest(withSynopsis, Movies.with(Movies.heat()).synopsis(null).state())))
        .isNotEqualTo(sums(digest(withSynopsis, Movies.with(Movies.heat()).synopsis("").state())));
  }

  private static EntityState withActors(String... actors) {
    return Movies.with(Movies.heat()).actors(actors).state();
  }

  private static RowDigest digest(LookupTable table, EntityState movie) {
    RowDigest digest = new RowDigest();
    TableRows.of(table, ID, movie).values().forEach(digest::add);
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
