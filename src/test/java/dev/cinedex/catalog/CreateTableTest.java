package dev.cinedex.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.cinedex.catalog.CreateTable.Column;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movie;
import org.junit.jupiter.api.Test;

class CreateTableTest {
  @Test
  void columnsHaveTheirTypesAndTheirPlaceInTheKey() {
    CreateTable table =
        CreateTable.parse(
            """
            CREATE TABLE IF NOT EXISTS things (
              place text,
              minute timestamp,
              owner text STATIC,
              thing_id uuid,
              names frozen<map<text, list<int>>>,
              PRIMARY KEY ((place, minute), thing_id)
            ) WITH compaction = {'class': 'X', 'size': 4} AND CLUSTERING ORDER BY (thing_id DESC)
            """);

    assertThat(table.table()).isEqualTo("things");
    assertThat(table.columns())
        .containsExactly(
            new Column("place", "text", false, true),
            new Column("minute", "timestamp", false, true),
            new Column("owner", "text", true, false),
            new Column("thing_id", "uuid", false, true),
            new Column("names", "frozen<map<text, list<int>>>", false, false));
  }

  @Test
  void aColumnCanBeTheKeyByItself() {
    assertThat(
            CreateTable.parse("CREATE TABLE IF NOT EXISTS t (id uuid PRIMARY KEY, n int)")
                .columns())
        .containsExactly(
            new Column("id", "uuid", false, true), new Column("n", "int", false, false));
  }

  @Test
  void aLookupTableHasTheColumnsOfItsDeclaration() {
    LookupTable declared =
        Tables.of(
            "movies_by_person",
            "{partition: {person: [actor, director]}, buckets: 2,"
                + " clustering: [role, release_year desc], columns: [title, genres]}");

    assertThat(CreateTable.of(declared).columns())
        .extracting(Column::name)
        .containsExactly(
            "person", "bucket", "role", "release_year", "movie_id", "title", "genres", "version");
  }

  @Test
  void onlyTheNotesHaveAGraceOfTheirOwn() {
    assertThat(OwnTables.of(Movie.ENTITY).tables())
        .filteredOn(table -> table.gcGraceSeconds().isPresent())
        .extracting(CreateTable::table, table -> table.gcGraceSeconds().orElseThrow())
        .containsExactly(tuple("unsettled_movies", 600));
  }

  @Test
  void anythingElseIsRefused() {
    assertThatThrownBy(() -> CreateTable.parse("DROP TABLE t"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("DROP TABLE t");
  }
}
