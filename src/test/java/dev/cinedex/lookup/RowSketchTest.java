package dev.cinedex.lookup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cinedex.entity.EntityState;
import dev.cinedex.lookup.RowSketch.Difference;
import dev.cinedex.movie.Movies;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Equal rows cancel out, and those that are left are named. */
class RowSketchTest {
  private static final UUID ID = UUID.fromString("f0b70336-bc30-5a9f-bb64-65607359f0c5");
  private static final LookupTable BY_ACTOR =
      Tables.of("t", "{partition: actor, clustering: title, columns: actors}");

  private final Random random = new Random(7);

  @Test
  void equalRowsCancelOutInWhateverOrderAndPartsTheyAreRead() {
    List<LookupRow> rows = rows(ID, Movies.heat());
    RowSketch sum = new RowSketch();
    rows.forEach(row -> sum.addExpected(row, 3, 5));
    for (int i = rows.size() - 1; i >= 0; i--) {
      RowSketch part = new RowSketch();
      part.addStored(rows.get(i), 3, 5);
      sum.add(part);
    }

    assertThat(rows).hasSize(3);
    assertThat(sum.differences()).contains(List.of());
    assertThat(sum.bytes().remaining()).isZero();
  }

  @Test
  void aRowThatOneSideHasIsNamed() {
    RowSketch sketch = new RowSketch();
    LookupRow row = rows(ID, Movies.heat()).get(0);
    sketch.addExpected(row, 0, Long.MAX_VALUE);
    assertThat(sketch.differences()).contains(List.of(new Difference(ID, 0, Long.MAX_VALUE, true)));

    sketch.addStored(row, 0, Long.MAX_VALUE);
    sketch.addStored(row, 255, Long.MIN_VALUE);
    assertThat(sketch.differences())
        .contains(List.of(new Difference(ID, 255, Long.MIN_VALUE, false)));
  }

  /** Only the length tells where one value ends and the next begins. */
  @Test
  void rowsWhoseValuesJoinToTheSameTextDiffer() {
    LookupTable withSynopsis = Tables.of("t", "{partition: title, columns: synopsis}");

    assertThat(differences(withActors("ab", "c"), withActors("ab", "c"))).isEmpty();
    assertThat(differences(withActors("ab", "c"), withActors("a", "bc"))).hasSize(2);
    assertThat(
            differences(
                row(withSynopsis, Movies.with(Movies.heat()).synopsis(null).state()),
                row(withSynopsis, Movies.with(Movies.heat()).synopsis("").state())))
        .hasSize(2);
  }

  @Test
  void theDifferencesOfLargeSetsAreListedUpToTheCapacity() {
    RowSketch sketch = new RowSketch();
    Set<UUID> added = new HashSet<>();
    for (int i = 0; i < 100_000; i++) {
      LookupRow row = rows(id(), Movies.heat()).get(0);
      sketch.addExpected(row, 0, i);
      if (i >= RowSketch.CAPACITY) {
        sketch.addStored(row, 0, i);
      } else {
        added.add(row.entityId());
      }
    }

    Set<UUID> named = new HashSet<>();
    sketch.differences().orElseThrow().forEach(row -> named.add(row.entityId()));
    assertThat(named).isEqualTo(added);
  }

  @Test
  void tooManyDifferencesAreNotListed() {
    RowSketch sketch = new RowSketch();
    for (int i = 0; i < 30_000; i++) {
      sketch.addStored(rows(id(), Movies.heat()).get(0), 0, i);
    }

    assertThat(sketch.differences()).isEmpty();
  }

  @Test
  void aRowThatIsCountedTwiceIsNotTakenForEqual() {
    RowSketch sketch = new RowSketch();
    LookupRow row = rows(ID, Movies.heat()).get(0);
    sketch.addStored(row, 0, 1);
    sketch.addStored(row, 0, 1);

    assertThat(sketch.differences()).isEmpty();
  }

  @Test
  void aSketchIsReadFromItsBytes() {
    RowSketch sketch = new RowSketch();
    rows(ID, Movies.heat()).forEach(row -> sketch.addExpected(row, 1, 2));
    ByteBuffer bytes = sketch.bytes();

    assertThat(bytes.remaining()).isEqualTo(9 * (4 + 6 * 8));
    assertThat(RowSketch.of(bytes).differences()).isEqualTo(sketch.differences());
    assertThat(RowSketch.of(bytes).bytes()).as("the bytes can be read again").isEqualTo(bytes);
  }

  /** Instances of two releases may each read a part of the rows. */
  @Test
  void theBytesOfARowStayTheSame() {
    RowSketch sketch = new RowSketch();
    sketch.addExpected(rows(ID, Movies.heat()).get(0), 1, 2);
    ByteBuffer bytes = sketch.bytes();

    List<Long> first = new ArrayList<>(List.of((long) bytes.getInt()));
    for (int i = 0; i < 6; i++) {
      first.add(bytes.getLong());
    }
    assertThat(first)
        .containsExactly(
            7524L,
            1L,
            -1101408050248394081L,
            -4943715026019422011L,
            2L,
            -4481626798704160255L,
            -2022549535659467420L);
  }

  private static List<Difference> differences(LookupRow expected, LookupRow stored) {
    RowSketch sketch = new RowSketch();
    sketch.addExpected(expected, 0, 0);
    sketch.addStored(stored, 0, 0);
    return sketch.differences().orElseThrow();
  }

  private static LookupRow withActors(String... actors) {
    return row(
        Tables.of("t", "{partition: title, columns: actors}"),
        Movies.with(Movies.heat()).actors(actors).state());
  }

  private static LookupRow row(LookupTable table, EntityState movie) {
    return TableRows.of(table, ID, movie).values().iterator().next();
  }

  private static List<LookupRow> rows(UUID id, EntityState movie) {
    return List.copyOf(TableRows.of(BY_ACTOR, id, movie).values());
  }

  private UUID id() {
    return new UUID(random.nextLong(), random.nextLong());
  }
}
