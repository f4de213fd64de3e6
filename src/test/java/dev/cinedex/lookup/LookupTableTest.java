package dev.cinedex.lookup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cinedex.movie.Movies;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class LookupTableTest {
  private static final UUID ID = UUID.fromString("00000000-0000-4000-8000-000000000006");

  @Test
  void aMovieHasARowForEachGenreInTheFactTable() {
    assertThat(Tables.byGenre().rowsOf(ID, Movies.heat()).keySet())
        .containsExactlyInAnyOrder(
            List.of("Crime", Spread.of(ID, 4), "Heat", ID),
            List.of("Thriller", Spread.of(ID, 4), "Heat", ID));
  }

  @Test
  void aMovieHasARowForEachActorInTheIndexTable() {
    assertThat(Tables.byActor().rowsOf(ID, Movies.heat()).keySet())
        .containsExactlyInAnyOrder(
            List.of("Al Pacino", "Heat", ID),
            List.of("Robert De Niro", "Heat", ID),
            List.of("Val Kilmer", "Heat", ID));
  }

  @Test
  void aMovieWithoutActorsHasNoRowInTheIndexTable() {
    assertThat(Tables.byActor().rowsOf(ID, Movies.withActors(Movies.heat(), List.of()))).isEmpty();
  }

  @Test
  void theFactTableIsCompleteAndTheIndexTableIsNot() {
    assertThat(Tables.byGenre().isComplete()).isTrue();
    assertThat(Tables.byActor().isComplete()).isFalse();
  }

  @Test
  void aKeyOfTwoMultiValuedAttributesCombinesTheirElements() {
    LookupTable table =
        table(List.of("actor", "genre"), List.of("release_year", "title"), List.of());

    assertThat(table.rowsOf(ID, Movies.heat()).keySet())
        .hasSize(6)
        .contains(List.of("Val Kilmer", "Crime", 1995, "Heat", ID));
  }

  @Test
  void aKeyOnlyTableHasNothingButItsKeyAndTheVersion() {
    assertThat(table(List.of("director"), List.of(), List.of()).createStatement())
        .isEqualTo(
            """
            CREATE TABLE IF NOT EXISTS t (
              director text,
              movie_id uuid,
              version bigint,
              PRIMARY KEY ((director), movie_id)
            )""");
  }

  @Test
  void aDeclarationIsRefusedWithTableFieldAndWhatIsAllowed() {
    assertThatThrownBy(() -> table(List.of("actors"), List.of("title"), List.of()))
        .hasMessageStartingWith("lookups.t.partition: 'actors' cannot be part of a key")
        .hasMessageContaining("title, release_year, genre, actor, director");
    assertThatThrownBy(() -> table(List.of("actor"), List.of("release_date"), List.of()))
        .hasMessageStartingWith("lookups.t.clustering: 'release_date'");
    assertThatThrownBy(() -> table(List.of("actor"), List.of("actor"), List.of()))
        .hasMessageContaining("twice");
    assertThatThrownBy(() -> table(List.of("actor"), List.of(), List.of("rating")))
        .hasMessageStartingWith("lookups.t.columns: 'rating'");
    assertThatThrownBy(
            () ->
                LookupTable.of(
                    "movies", new LookupDeclaration(List.of("actor"), 1, List.of(), List.of())))
        .hasMessageStartingWith("lookups.movies.name");
  }

  @Test
  void aChangedDeclarationHasAnotherDefinition() {
    String definition = table(List.of("actor"), List.of("title"), List.of()).definition();

    assertThat(table(List.of("actor"), List.of("title"), List.of("genres")).definition())
        .isNotEqualTo(definition);
    assertThat(
            LookupTable.of(
                    "t", new LookupDeclaration(List.of("actor"), 2, List.of("title"), List.of()))
                .definition())
        .isNotEqualTo(definition);
  }

  private static LookupTable table(
      List<String> partition, List<String> clustering, List<String> columns) {
    return LookupTable.of("t", new LookupDeclaration(partition, 1, clustering, columns));
  }
}
