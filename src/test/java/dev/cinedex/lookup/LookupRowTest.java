package dev.cinedex.lookup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cinedex.entity.EntityState;
import dev.cinedex.movie.Movie;
import dev.cinedex.movie.Movies;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class LookupRowTest {
  private static final UUID ID = UUID.fromString("00000000-0000-4000-8000-000000000006");
  private static final int BUCKET = 2;

  /** A row of the movie Heat in a table, the first one. */
  private static LookupRow row(String declaration, EntityState movie) {
    return TableRows.of(Tables.of("t", declaration), ID, movie).values().iterator().next();
  }

  @Test
  void aRowNamesItsColumnsInOrder() {
    LookupRow row =
        row(
            "{partition: genre, buckets: 4, clustering: title, columns: [release_year, synopsis]}",
            Movies.with(Movies.heat()).synopsis(null).state());

    assertThat(row.columns().keySet())
        .containsExactly("genre", "bucket", "title", "movie_id", "release_year", "synopsis");
    assertThat(row.columns().values()).containsExactly("Crime", BUCKET, "Heat", ID, 1995, null);
    assertThat(row.entityId()).isEqualTo(ID);
    assertThat(row.table().name()).isEqualTo("t");
  }

  @Test
  void aValueIsFoundInTheKeyAndBesideIt() {
    LookupRow row = row("{partition: title, columns: [release_year, genres]}", Movies.heat());

    assertThat(row.value("title")).isEqualTo("Heat");
    assertThat(row.value(Movie.TITLE)).isEqualTo("Heat");
    assertThat(row.value("release_year")).isEqualTo(1995);
    assertThat(row.value(Movie.GENRES)).isEqualTo(Set.of("Crime", "Thriller"));
    assertThat(row.value("synopsis")).isNull();
    assertThat(row.value("version")).isNull();
  }

  @Test
  void aCompleteRowHoldsTheState() {
    EntityState dated = Movies.with(Movies.heat()).releaseDate(LocalDate.of(1995, 12, 15)).state();
    String complete = "{partition: genre, clustering: [release_year, title], columns: all}";

    assertThat(row(complete, dated).state()).isEqualTo(dated);
    assertThatThrownBy(() -> row("{partition: title}", dated).state())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'release_year' has no value");
  }

  @Nested
  class AKey {
    private final RowKey key =
        row("{partition: [actor, genre], buckets: 4, clustering: title}", Movies.heat()).key();

    @Test
    void hasParts() {
      assertThat(key.partition()).containsExactly("Al Pacino", "Crime");
      assertThat(key.partitionKey()).containsExactly("Al Pacino", "Crime", BUCKET);
      assertThat(key.clusteringKey()).containsExactly("Heat", ID);
      assertThat(key.entityId()).isEqualTo(ID);
    }

    @Test
    void isEqualInTheSameTableAlone() {
      LookupTable other = Tables.of("u", "{partition: [actor, genre], clustering: title}");

      assertThat(new RowKey(key.table(), key.values())).isEqualTo(key).hasSameHashCodeAs(key);
      assertThat(new RowKey(other, key.values())).isNotEqualTo(key);
    }
  }

  /** The key in one table, as far as the row of another table tells it. */
  @Nested
  class AKeyInAnotherTable {
    private final LookupRow byActor =
        row(
            "{partition: actor, clustering: title, columns: [release_year, genres]}",
            Movies.heat());

    @Test
    void isTakenFromTheColumnsOfTheRow() {
      assertThat(keyIn("{partition: title, clustering: release_year}"))
          .containsExactly("Heat", 1995, ID);
      assertThat(keyIn("{partition: [release_decade, actor]}"))
          .containsExactly(1990, "Al Pacino", ID);
      assertThat(keyIn("{partition: title, buckets: 4}")).containsExactly("Heat", BUCKET, ID);
    }

    @Test
    void hasTheFirstOfSeveralElements() {
      assertThat(keyIn("{partition: genre}")).containsExactly("Crime", ID);
    }

    @Test
    void isUnknownWhenTheRowLacksAColumn() {
      assertThat(keyIn("{partition: director}")).isEmpty();
      assertThat(keyIn("{partition: title, clustering: release_date, where: release_date present}"))
          .isEmpty();
      assertThat(keyIn("{partition: [{person: [actor, director]}], clustering: role}")).isEmpty();
      LookupRow keyOnly = row("{partition: actor}", Movies.heat());
      assertThat(keyOnly.keyIn(Tables.of("t", "{partition: release_decade}"))).isEmpty();
    }

    @Test
    void isUnknownWhenThereIsNoElement() {
      LookupRow without =
          row("{partition: title, columns: all}", Movies.with(Movies.heat()).actors().state());

      assertThat(without.keyIn(Tables.of("t", "{partition: actor}"))).isEmpty();
    }

    @Test
    void keepsTheRoleOfAnOverloadedRow() {
      String declaration = "{partition: [{person: [actor, director]}], clustering: [role, title]}";
      LookupRow person = row(declaration, Movies.heat());

      assertThat(person.keyIn(person.table())).contains(person.key());
    }

    private List<Object> keyIn(String declaration) {
      return byActor.keyIn(Tables.of("other", declaration)).map(RowKey::values).orElse(List.of());
    }
  }
}
