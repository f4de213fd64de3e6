package dev.cinedex.lookup;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cinedex.entity.EntityState;
import dev.cinedex.movie.Movies;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RowChangesTest {
  private static final UUID ID = UUID.randomUUID();
  private static final List<LookupTable> TABLES = Tables.shipped();

  @Test
  void replacingAnActorDeletesTheRowOfTheOneWhoLeft() {
    EntityState recast =
        Movies.with(Movies.heat()).actors("Al Pacino", "Robert De Niro", "Jon Voight").state();

    RowChanges changes = changes(Movies.heat(), recast);

    assertThat(changes.deletes())
        .extracting(row -> row.key().values())
        .containsExactly(List.of("Val Kilmer", "Heat", ID));
    assertThat(changes.inserts()).hasSize(2 + 3); // each remaining row names the whole cast
  }

  @Test
  void aNewTitleMovesEveryRow() {
    RowChanges changes = changes(Movies.heat(), Movies.with(Movies.heat()).title("Heat 2").state());

    assertThat(changes.inserts()).hasSize(5).allMatch(insert -> insert.replaced() == null);
    assertThat(changes.deletes()).hasSize(5);
  }

  @Test
  void aRowThatSaysTheSameIsNotWrittenAgain() {
    RowChanges changes =
        changes(Movies.heat(), Movies.with(Movies.heat()).synopsis("Other.").state());

    assertThat(changes.inserts())
        .extracting(insert -> insert.row().table().name())
        .containsOnly("movies_by_genre")
        .hasSize(2);
    assertThat(changes.deletes()).isEmpty();
  }

  @Test
  void deletingAMovieDeletesAllItsRows() {
    RowChanges changes = RowChanges.between(TABLES, new Transition(ID, Movies.heat(), null, 1));

    assertThat(changes.inserts()).isEmpty();
    assertThat(changes.deletes()).hasSize(5);
  }

  @Test
  void aRowThatReplacesOneKnowsIt() {
    RowChanges changes = changes(Movies.heat(), Movies.with(Movies.heat()).synopsis(null).state());

    assertThat(changes.inserts())
        .allSatisfy(
            insert -> {
              assertThat(insert.row().value("synopsis")).isNull();
              assertThat(requireNonNull(insert.replaced()).value("synopsis")).isNotNull();
            });
  }

  @Test
  void changesOfDifferentTablesAreAddedUp() {
    RowChanges created = RowChanges.between(TABLES, new Transition(ID, null, Movies.heat(), 1));
    RowChanges deleted = RowChanges.between(TABLES, new Transition(ID, Movies.heat(), null, 1));

    RowChanges both = created.and(deleted);

    assertThat(both.inserts()).isEqualTo(created.inserts()).hasSize(5);
    assertThat(both.deletes()).isEqualTo(deleted.deletes()).hasSize(5);
  }

  @Test
  void changesAreEmptyWithoutInsertsAndDeletes() {
    assertThat(RowChanges.NONE.isEmpty()).isTrue();
    assertThat(changes(Movies.heat(), Movies.heat()).isEmpty()).isTrue();
    assertThat(RowChanges.between(TABLES, new Transition(ID, null, Movies.heat(), 1)).isEmpty())
        .isFalse();
    assertThat(RowChanges.between(TABLES, new Transition(ID, Movies.heat(), null, 1)).isEmpty())
        .isFalse();
  }

  @Test
  void applyingTheChangesAlwaysGivesTheRowsOfTheNewState() {
    Random random = new Random(7);
    for (int i = 0; i < 2_000; i++) {
      @Nullable EntityState before = random.nextInt(5) == 0 ? null : movie(random);
      @Nullable EntityState after = random.nextInt(5) == 0 ? null : movie(random);
      Map<Object, LookupRow> stored = rows(before);

      RowChanges changes = RowChanges.between(TABLES, new Transition(ID, before, after, 1));
      Set<Object> inserted = new HashSet<>();
      changes.inserts().forEach(insert -> inserted.add(key(insert.row())));
      changes.inserts().forEach(insert -> stored.put(key(insert.row()), insert.row()));
      changes.deletes().forEach(row -> stored.remove(key(row)));

      assertThat(stored).isEqualTo(rows(after));
      assertThat(changes.deletes()).noneMatch(row -> inserted.contains(key(row)));
    }
  }

  private static RowChanges changes(EntityState before, EntityState after) {
    return RowChanges.between(TABLES, new Transition(ID, before, after, 1));
  }

  private static Map<Object, LookupRow> rows(@Nullable EntityState movie) {
    Map<Object, LookupRow> rows = new HashMap<>();
    if (movie != null) {
      for (LookupTable table : TABLES) {
        TableRows.of(table, ID, movie).values().forEach(row -> rows.put(key(row), row));
      }
    }
    return rows;
  }

  private static Object key(LookupRow row) {
    return List.of(row.table().name(), row.key());
  }

  private static EntityState movie(Random random) {
    return Movies.titled("title" + random.nextInt(2))
        .releaseYear(1990 + random.nextInt(2))
        .genres(names(random, "genre", 1))
        .actors(names(random, "actor", 0))
        .synopsis(random.nextBoolean() ? null : "synopsis")
        .state();
  }

  private static List<String> names(Random random, String prefix, int least) {
    List<String> names = new ArrayList<>();
    for (int i = random.nextInt(3) + least; i > 0; i--) {
      names.add(prefix + random.nextInt(4));
    }
    return names;
  }
}
