package dev.cinedex.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cinedex.catalog.CreateTable.Column;
import dev.cinedex.movie.Movie;
import org.junit.jupiter.api.Test;

class OwnTablesTest {
  private final OwnTables tables = OwnTables.of(Movie.ENTITY);

  @Test
  void theLookupTablesOfTheFileAreNoOwnTables() {
    assertThat(tables.tables())
        .extracting(CreateTable::table)
        .containsExactly(
            "movies",
            "unsettled_movies",
            "sweeper_progress",
            "live_instances",
            "lookup_tables",
            "lookup_jobs",
            "lookup_leases",
            "lookup_findings");
  }

  @Test
  void theLedgerHasAColumnForEachAttribute() {
    assertThat(tables.ledger().table()).isEqualTo("movies");
    assertThat(tables.ledger().columns())
        .contains(
            new Column("movie_id", "uuid", false, true),
            new Column("actors", "frozen<list<text>>", false, false),
            new Column("synopsis", "text", false, false),
            new Column("settled_version", "bigint", false, false));
  }

  @Test
  void theCatalogHasTheSchemaLock() {
    assertThat(tables.catalog().columns())
        .contains(new Column("schema_owner", "text", true, false));
  }
}
