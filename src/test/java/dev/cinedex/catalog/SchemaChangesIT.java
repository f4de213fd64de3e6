package dev.cinedex.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Maintenance;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movie;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tables are added and dropped while instances run. */
@Tag("thorough")
class SchemaChangesIT {
  private final CassandraFactory cassandra = TestCassandra.factory(TestCassandra.newKeyspace());
  private final List<LookupTable> tables = Tables.shipped();
  private final Schema schema = new Schema(cassandra, Movie.ENTITY, tables);

  @Test
  void aNewTableWaitsForTheInstancesThatRun() {
    new Schema(cassandra, Movie.ENTITY, tables.subList(0, 1)).apply(created -> {});
    try (CqlSession session = cassandra.connect()) {
      TestCatalog instance = new TestCatalog(session, List.of());
      CompletableFuture<Void> applied =
          CompletableFuture.runAsync(() -> schema.apply(created -> {}));

      Awaitility.await()
          .until(() -> new CatalogStore(session).read().tables().containsKey("movies_by_actor"));
      assertThat(new CatalogStore(session).read().tables())
          .containsEntry(
              "movies_by_actor",
              new StoredTable(
                  tables.get(1).definition(), Maintenance.SYNC, TableState.BUILDING, null, null));
      assertThat(applied).isNotDone();

      instance.refresh();

      assertThat(applied).succeedsWithin(Duration.ofSeconds(20));
      assertThat(new CatalogStore(session).read().tables().get("movies_by_actor"))
          .satisfies(table -> assertThat(table.state()).isEqualTo(TableState.READY))
          .satisfies(table -> assertThat(table.verifiedAt()).isNotNull());
    }
  }

  @Test
  void aNewTableBesideMoviesIsLeftToItsBuild() {
    new Schema(cassandra, Movie.ENTITY, tables.subList(0, 1)).apply(created -> {});
    try (CqlSession session = cassandra.connect()) {
      session.execute(
          "UPDATE movies SET version = 1 WHERE movie_id = 6aab9d5c-0e4b-4bb0-9f4e-6f2f3d3c1d11 IF"
              + " version = null");
      List<String> created = new ArrayList<>();

      List<LookupTable> unbuilt = schema.apply(created::add);
      schema.verify(session);

      assertThat(created).isEmpty();
      assertThat(unbuilt).containsExactlyElementsOf(tables.subList(1, tables.size()));
      assertThat(new CatalogStore(session).read().tables()).containsOnlyKeys("movies_by_genre");
    }
  }

  @Test
  void noMoreTablesAreAddedThanAreAllowed() {
    new Schema(cassandra, Movie.ENTITY, tables, 2).apply(created -> {});
    Schema full = new Schema(cassandra, Movie.ENTITY, tables, 2);
    LookupTable third = Tables.of("movies_by_title", "{partition: title}");

    try (CqlSession session = cassandra.connect()) {
      AddedTables.add(session, full, tables.get(1)); // is there already
      assertThatThrownBy(() -> AddedTables.add(session, full, third))
          .isInstanceOf(LookupStateException.class)
          .hasMessageContaining("3 lookup tables, and limits.tables in config.yml allows 2");
      Schema declaring =
          new Schema(cassandra, Movie.ENTITY, List.of(tables.get(0), tables.get(1), third), 2);
      assertThatThrownBy(() -> declaring.apply(created -> {}))
          .isInstanceOf(LookupStateException.class)
          .hasMessageContaining("limits.tables");
      assertThat(new Ddl(session).exists("movies_by_title")).isFalse();
    }
  }

  @Test
  void aTableThatIsAddedIsWrittenAndNotReadUntilItIsBuilt() {
    new Schema(cassandra, Movie.ENTITY, tables.subList(0, 1)).apply(created -> {});
    try (CqlSession session = cassandra.connect()) {
      TestCatalog instance = new TestCatalog(session, List.of());

      AddedTables.add(session, schema, tables.get(1));
      AddedTables.add(session, schema, tables.get(1));
      instance.refresh();

      assertThat(instance.catalog().lastKnown().tables()).hasSize(2);
      assertThat(instance.catalog().lastKnown().readable()).hasSize(1);
      assertThatThrownBy(
              () ->
                  AddedTables.add(
                      session, schema, Tables.of("movies_by_actor", "{partition: director}")))
          .isInstanceOf(LookupStateException.class)
          .hasMessageContaining("under a new name");
      session.execute("CREATE TABLE reviews (id int PRIMARY KEY)");
      assertThatThrownBy(
              () -> AddedTables.add(session, schema, Tables.of("reviews", "{partition: title}")))
          .isInstanceOf(LookupStateException.class)
          .hasMessageContaining("There is a table 'reviews' that is not in the catalog");
    }
  }

  @Test
  void aTableIsDroppedWhenNobodyWritesItAnyMore() {
    schema.apply(created -> {});
    try (CqlSession session = cassandra.connect()) {
      TestCatalog instance = new TestCatalog(session, List.of());
      assertThatThrownBy(() -> drop(session)).hasMessageContaining("'movies_by_actor' is in use");
      new CatalogStore(session).change("movies_by_actor", TableState.READY, TableState.DROPPED);

      CompletableFuture<Void> dropped = CompletableFuture.runAsync(() -> drop(session));
      assertThatThrownBy(() -> dropped.get(2, TimeUnit.SECONDS))
          .isInstanceOf(TimeoutException.class);
      session.execute("SELECT * FROM movies_by_actor"); // it is there still

      instance.refresh();

      assertThat(dropped).succeedsWithin(Duration.ofSeconds(20));
      assertThat(instance.catalog().lastKnown().tables()).hasSize(1);
      assertThatThrownBy(() -> session.execute("SELECT * FROM movies_by_actor"))
          .isInstanceOf(InvalidQueryException.class);
      drop(session); // does nothing more

      AddedTables.add(session, schema, Tables.of("movies_by_actor", "{partition: director}"));
      instance.refresh();
      assertThat(instance.catalog().lastKnown().tables()).hasSize(2);
    }
  }

  @Test
  void aTableThatIsBuiltAnewBeforeItIsDroppedStays() {
    schema.apply(created -> {});
    try (CqlSession session = cassandra.connect()) {
      CatalogStore rows = new CatalogStore(session);
      rows.change("movies_by_actor", TableState.READY, TableState.DROPPED);
      String lock =
          "UPDATE lookup_tables SET schema_owner = %s WHERE catalog = 'lookups' IF schema_owner ="
              + " %s";
      session.execute(lock.formatted("'builder'", "null"));

      CompletableFuture<Void> dropped = CompletableFuture.runAsync(() -> drop(session));
      assertThatThrownBy(() -> dropped.get(2, TimeUnit.SECONDS))
          .isInstanceOf(TimeoutException.class);
      rows.put(tables.get(1), TableState.BUILDING);
      session.execute(lock.formatted("null", "'builder'"));

      assertThat(dropped)
          .failsWithin(Duration.ofSeconds(20))
          .withThrowableThat()
          .withMessageContaining("'movies_by_actor' is in use");
      session.execute("SELECT * FROM movies_by_actor"); // it is there still
    }
  }

  private void drop(CqlSession session) {
    schema.drop(session, "movies_by_actor", () -> {});
  }
}
