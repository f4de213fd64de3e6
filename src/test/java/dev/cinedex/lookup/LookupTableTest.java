package dev.cinedex.lookup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cinedex.entity.EntityState;
import dev.cinedex.movie.Movies;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LookupTableTest {
  private static final UUID ID = UUID.fromString("00000000-0000-4000-8000-000000000006");

  @Test
  void aMovieHasARowForEachGenreInTheFactTable() {
    assertThat(TableRows.of(Tables.byGenre(), ID, Movies.heat()).keySet())
        .extracting(RowKey::values)
        .containsExactlyInAnyOrder(
            List.of("Crime", Buckets.of(ID, 4), "Heat", ID),
            List.of("Thriller", Buckets.of(ID, 4), "Heat", ID));
  }

  @Test
  void aMovieHasARowForEachActorInTheIndexTable() {
    assertThat(TableRows.of(Tables.byActor(), ID, Movies.heat()).keySet())
        .extracting(RowKey::values)
        .containsExactlyInAnyOrder(
            List.of("Al Pacino", "Heat", ID),
            List.of("Robert De Niro", "Heat", ID),
            List.of("Val Kilmer", "Heat", ID));
  }

  @Test
  void aMovieWithoutActorsHasNoRowInTheIndexTable() {
    assertThat(TableRows.of(Tables.byActor(), ID, Movies.with(Movies.heat()).actors().state()))
        .isEmpty();
  }

  @Test
  void theFactTableIsCompleteAndTheIndexTableIsNot() {
    assertThat(Tables.byGenre().isComplete()).isTrue();
    assertThat(Tables.byActor().isComplete()).isFalse();
  }

  @Test
  void aKeyOfTwoMultiValuedAttributesCombinesTheirElements() {
    LookupTable table = table("{partition: [actor, genre], clustering: [release_year, title]}");

    assertThat(TableRows.of(table, ID, Movies.heat()).keySet())
        .extracting(RowKey::values)
        .hasSize(6)
        .contains(List.of("Val Kilmer", "Crime", 1995, "Heat", ID));
  }

  @Test
  void aTimeBucketIsTheDecadeOfTheReleaseYear() {
    LookupTable table = table("{partition: [release_decade, genre], clustering: title}");

    assertThat(TableRows.of(table, ID, Movies.heat()).keySet())
        .extracting(RowKey::values)
        .containsExactlyInAnyOrder(
            List.of(1990, "Crime", "Heat", ID), List.of(1990, "Thriller", "Heat", ID));
  }

  @Test
  void anOverloadedTableHasARowForEachPersonAndRole() {
    LookupTable table =
        table("{partition: [{person: [actor, director]}], clustering: [role, title]}");

    assertThat(TableRows.of(table, ID, Movies.heat()).keySet())
        .extracting(RowKey::values)
        .containsExactlyInAnyOrder(
            List.of("Al Pacino", "actor", "Heat", ID),
            List.of("Robert De Niro", "actor", "Heat", ID),
            List.of("Val Kilmer", "actor", "Heat", ID),
            List.of("Michael Mann", "director", "Heat", ID));
  }

  @Test
  void aSparseTableHasNoRowsOfMoviesThatLackWhatItAsksFor() {
    LookupTable table =
        table("{partition: genre, clustering: release_date, where: release_date present}");
    EntityState dated = Movies.with(Movies.heat()).releaseDate(LocalDate.of(1995, 12, 15)).state();

    assertThat(TableRows.of(table, ID, Movies.heat())).isEmpty();
    assertThat(TableRows.of(table, ID, dated).keySet())
        .extracting(RowKey::values)
        .contains(List.of("Crime", LocalDate.of(1995, 12, 15), ID));
    assertThat(
            TableRows.of(
                table("{partition: genre, where: actors present}"),
                ID,
                Movies.with(Movies.heat()).actors().state()))
        .isEmpty();
  }

  @Test
  void aKeyOnlyTableHasNothingButItsKeyAndTheVersion() {
    assertThat(TableDdl.createStatement(table("{partition: director}")))
        .isEqualTo(
            """
            CREATE TABLE IF NOT EXISTS t (
              director text,
              movie_id uuid,
              version bigint,
              PRIMARY KEY ((director), movie_id)
            )\
            """);
  }

  @Test
  void aDescendingColumnIsStoredSo() {
    assertThat(
            TableDdl.createStatement(
                table("{partition: actor, clustering: [release_year desc, title]}")))
        .endsWith(
            """
              PRIMARY KEY ((actor), release_year, title, movie_id)
            ) WITH CLUSTERING ORDER BY (release_year DESC, title ASC, movie_id ASC)\
            """);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{clustering: title}                                     | lookups.t.partition: is empty",
        "{partition: actors}                                     | lookups.t.partition: 'actors'"
            + " cannot be part of a key; allowed: title, release_year, release_date,"
            + " release_decade, genre, actor, director",
        "{partition: role}                                       | lookups.t.partition: 'role'"
            + " cannot",
        "{partition: synopsis, where: synopsis present}          | lookups.t.partition: 'synopsis'"
            + " cannot",
        "{partition: actor, clustering: release_date}            | lookups.t.clustering:"
            + " 'release_date' can be part of a key only with 'where: release_date present'",
        "{partition: actor, clustering: title down}              | lookups.t.clustering: 'title"
            + " down' is not 'COLUMN'",
        "{partition: actor, clustering: actor}                   | lookups.t.partition, clustering:"
            + " a column is twice",
        "{partition: title, clustering: [actor, genre]}          | lookups.t.clustering: only one"
            + " of [actor, genre]",
        "{partition: actor, columns: rating}                     | lookups.t.columns: 'rating' is"
            + " not an attribute; allowed: 'all' alone, or any of title",
        "{partition: actor, columns: [all, title]}               | lookups.t.columns: 'all' is not",
        "{partition: actor, where: release_year > 2000}          | lookups.t.where: 'release_year >"
            + " 2000' is not 'ATTRIBUTE present'",
        "{partition: actor, buckets: 0}                          | lookups.t.buckets: must be from"
            + " 1 to 256",
        "{partition: actor, buckets: 257}                        | lookups.t.buckets",
        "{partition: [{person: [actor, director]}]}              | lookups.t.clustering: lacks"
            + " 'role'",
        "{partition: [{person: [actor, title]}]}                 | lookups.t.partition: 'title'"
            + " cannot feed 'person'; allowed: genre, actor, director",
        "{partition: [{person: [actor, actor]}]}                 | lookups.t.partition: 'actor'"
            + " feeds 'person' twice",
        "{partition: [{limit: [actor]}]}                         | lookups.t.partition: 'limit'"
            + " cannot name",
        "{partition: [{version: [actor]}]}                       | lookups.t.partition: 'version'"
            + " cannot name",
        "{partition: [{select: [actor]}]}                        | lookups.t.partition: 'select'"
            + " cannot name",
        "{partition: [{person: []}]}                             | lookups.t.partition: nothing"
            + " feeds 'person'",
        "{partition: [null]}                                     | lookups.t.partition: 'null'"
            + " cannot be part of a key",
        "{}                                                      | lookups.t.partition: is empty",
        "{partition: [actor, director]}                          | lookups.t.partition, clustering:"
            + " a movie could have 250000 rows",
        "{partition: [actor, genre, director]}                   | lookups.t.partition, clustering:"
            + " a movie could have 5000000 rows, one for each combination of its key's elements; at"
            + " most 20000",
        "{partition: [{person: [actor, director]}, genre, director], clustering: role} |"
            + " lookups.t.partition, clustering: a movie could have 10000000 rows",
        "{partition: [{a: [actor]}, {b: [genre]}]}               | lookups.t.partition: only one"
            + " column",
        "{partition: actor, maintenance: lazy}                   | lookups.t.maintenance: must be"
            + " sync or async",
      })
  void aDeclarationIsRefusedWithTableFieldAndWhatIsAllowed(String declaration, String message) {
    assertThatThrownBy(() -> table(declaration))
        .isInstanceOf(InvalidLookupException.class)
        .hasMessageStartingWith(message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{partition: [actor, genre]}",
        "{partition: [{person: [actor, director]}, genre], clustering: role}",
        "{partition: actor, buckets: 256}",
        "{partition: [{person: [actor]}]}",
        "{partition: [{person: [actor, director]}, role]}"
      })
  void aDeclarationAtItsLimitsIsAllowed(String declaration) {
    assertThat(table(declaration).primaryKey()).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"movies", "unsettled_movies", "Movies", "lookup_jobs", "select", "a-b", "1"})
  void aTableNameIsRefused(String name) {
    assertThatThrownBy(() -> Tables.of(name, "{partition: actor}"))
        .hasMessageStartingWith("lookups." + name + ".name: a table name matches");
  }

  @Test
  void aDeclarationThatMeansTheSameHasTheSameDefinition() {
    assertThat(table("{partition: actor, clustering: title asc, columns: [genres, release_year]}"))
        .extracting(LookupTable::definition)
        .isEqualTo(
            table(
                    """
                    partition: [actor]
                    buckets: 1
                    clustering: [title]
                    columns: [release_year, genres, title]
                    maintenance: async
                    """)
                .definition());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{partition: actor, clustering: title, columns: genres}",
        "{partition: actor, clustering: title, buckets: 2}",
        "{partition: actor, clustering: title desc}",
        "{partition: actor, clustering: title, where: directors present}",
        "{partition: [{actor: [actor]}, genre], clustering: title}"
      })
  void aChangedDeclarationHasAnotherDefinition(String declaration) {
    assertThat(table(declaration).definition())
        .isNotEqualTo(table("{partition: actor, clustering: title}").definition());
  }

  @Test
  void aDefinitionDeclaresTheTable() {
    String declaration =
        "{partition: [{person: [actor, director]}, release_decade], buckets: 3, clustering:"
            + " [release_year desc, role], columns: all, where: synopsis present}";

    assertThat(table(table(declaration).definition())).isEqualTo(table(declaration));
  }

  @Test
  void tablesAreEqualByNameAndDeclaration() {
    LookupTable table = table("{partition: actor}");

    assertThat(table).isEqualTo(table("{partition: [actor]}")).hasToString("t");
    assertThat(table).hasSameHashCodeAs(table("{partition: [actor]}"));
    assertThat(table).isNotEqualTo(table("{partition: director}"));
    assertThat(table).isNotEqualTo(Tables.of("u", "{partition: actor}")).isNotEqualTo("t");
  }

  @Test
  void aTableKnowsWhetherItWasDeclaredWithAllColumns() {
    assertThat(table("{partition: title, columns: all}").hasAllColumns()).isTrue();
    assertThat(table("{partition: title, columns: genres}").hasAllColumns()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{partition: genre}                              | true",
        "{partition: genre, buckets: 2}                  | false",
        "{partition: [release_decade, genre]}            | true",
        "{partition: [release_year, genre]}              | false",
        "{partition: actor}                              | false",
        "{partition: [actor, title, release_date], where: release_date present} | false"
      })
  void aKeyWithFewValuesAndNoBucketsIsWarnedOf(String declaration, boolean warned) {
    assertThat(PartitionAdvice.warnings(table(declaration)).isEmpty()).isNotEqualTo(warned);
  }

  @ParameterizedTest
  @CsvSource({"1,0,0,1", "4,9999,1,4", "4,25000,1,12", "1,10,1000000000,96", "1,100000000,1,256"})
  void bucketsAreSuggestedByTheLargestPartition(int now, long rows, long bytes, int buckets) {
    assertThat(PartitionAdvice.buckets(now, rows, bytes)).isEqualTo(buckets);
  }

  private static LookupTable table(String declaration) {
    return Tables.of("t", declaration);
  }
}
