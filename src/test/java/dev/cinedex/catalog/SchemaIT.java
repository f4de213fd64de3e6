package dev.cinedex.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.errors.StartupException;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Maintenance;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movie;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class SchemaIT {
  private final CassandraFactory cassandra = TestCassandra.factory(TestCassandra.newKeyspace());
  private final List<LookupTable> tables = Tables.shipped();
  private final Schema schema = new Schema(cassandra, Movie.ENTITY, tables);

  @Test
  void theCqlFileMakesTheTablesThatSchemaApplyMakes() throws IOException {
    schema.apply(created -> {});
    String copy = TestCassandra.newKeyspace();
    try (CqlSession session = cassandra.connectWithoutKeyspace()) {
      runFile(session, copy);
      assertThat(describe(session, copy)).isEqualTo(describe(session, cassandra.keyspace()));
    }
  }

  @Test
  void applyingItAgainCreatesNothing() {
    List<String> created = new ArrayList<>();
    schema.apply(created::add);
    assertThat(created).hasSize(10).last().isEqualTo("table movies_by_actor");

    created.clear();
    schema.apply(created::add);

    assertThat(created).isEmpty();
  }

  @Test
  void twoThatApplyItAtOnceCreateEachTableOnce() {
    List<String> created = Collections.synchronizedList(new ArrayList<>());

    CompletableFuture<?>[] both =
        IntStream.range(0, 3)
            .mapToObj(
                i ->
                    CompletableFuture.runAsync(
                        () -> new Schema(cassandra, Movie.ENTITY, tables).apply(created::add)))
            .toArray(CompletableFuture<?>[]::new);
    CompletableFuture.allOf(both).join();

    assertThat(created).contains("table movies", "table movies_by_genre", "table movies_by_actor");
    assertThat(created.stream().filter("table movies"::equals)).hasSize(1);
    try (CqlSession session = cassandra.connect()) {
      schema.verify(session);
    }
  }

  @Test
  void aMissingKeyspaceIsNamedWithTheNextStep() {
    assertThatThrownBy(cassandra::connect)
        .isInstanceOf(StartupException.class)
        .hasMessageContaining(cassandra.keyspace())
        .hasMessageContaining("schema apply config.yml");
  }

  @Test
  void aChangedDeclarationIsRefused() {
    schema.apply(created -> {});
    LookupTable changed = Tables.of("movies_by_actor", "{partition: actor}");
    Schema other = new Schema(cassandra, Movie.ENTITY, List.of(tables.get(0), changed));

    assertThatThrownBy(() -> other.apply(created -> {}))
        .isInstanceOf(LookupStateException.class)
        .hasMessageContaining("lookups.movies_by_actor")
        .hasMessageContaining("under a new name");
    try (CqlSession session = cassandra.connect()) {
      assertThatThrownBy(() -> other.verify(session)).hasMessageContaining("under a new name");
    }
  }

  @Test
  void aTableThatIsNoLongerDeclaredIsWrittenOn() {
    schema.apply(created -> {});

    try (CqlSession session = cassandra.connect()) {
      new Schema(cassandra, Movie.ENTITY, tables.subList(0, 1)).verify(session);
      assertThat(TestCassandra.catalog(session).lastKnown().tables()).hasSize(2);
    }
  }

  @Test
  void aNodeThatDoesNotKnowTheNewKeyspaceYetIsAskedAgain() {
    schema.apply(created -> {});
    CassandraFactory missing = TestCassandra.factory("not_there_yet");
    AtomicInteger attempts = new AtomicInteger();

    try (CqlSession session =
        SchemaBootstrap.onceUsable(
            () -> (attempts.incrementAndGet() < 3 ? missing : cassandra).connect())) {
      assertThat(session.getKeyspace()).isPresent();
    }

    assertThat(attempts).hasValue(3);
  }

  @Test
  void whatABrokenOffAttemptLeftIsFinished() {
    schema.apply(created -> {});
    try (CqlSession session = cassandra.connect()) {
      new CatalogStore(session).put(tables.get(1), TableState.BUILDING);

      schema.apply(created -> {});

      assertThat(TestCassandra.catalog(session).lastKnown().readable()).hasSize(2);
    }
  }

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
                  tables.get(1).definition(), Maintenance.SYNC, TableState.BUILDING, null));
      assertThat(applied).isNotDone();

      instance.refresh();

      assertThat(applied).succeedsWithin(Duration.ofSeconds(20));
      assertThat(new CatalogStore(session).read().tables())
          .containsEntry(
              "movies_by_actor",
              new StoredTable(
                  tables.get(1).definition(), Maintenance.SYNC, TableState.READY, null));
    }
  }

  @Test
  void aNewTableBesideMoviesIsLeftToItsBuild() {
    new Schema(cassandra, Movie.ENTITY, tables.subList(0, 1)).apply(created -> {});
    try (CqlSession session = cassandra.connect()) {
      session.execute(
          "UPDATE movies SET version = 1 WHERE movie_id = 6aab9d5c-0e4b-4bb0-9f4e-6f2f3d3c1d11 IF version = null");
      List<String> created = new ArrayList<>();

      List<LookupTable> unbuilt = schema.apply(created::add);
      schema.verify(session);

      assertThat(created).isEmpty();
      assertThat(unbuilt).containsExactlyElementsOf(tables.subList(1, tables.size()));
      assertThat(new CatalogStore(session).read().tables()).containsOnlyKeys("movies_by_genre");
    }
  }

  @Test
  void aTableThatIsAddedIsWrittenAndNotReadUntilItIsBuilt() {
    new Schema(cassandra, Movie.ENTITY, tables.subList(0, 1)).apply(created -> {});
    try (CqlSession session = cassandra.connect()) {
      TestCatalog instance = new TestCatalog(session, List.of());

      schema.add(session, tables.get(1));
      schema.add(session, tables.get(1));
      instance.refresh();

      assertThat(instance.catalog().lastKnown().tables()).hasSize(2);
      assertThat(instance.catalog().lastKnown().readable()).hasSize(1);
      assertThatThrownBy(
              () -> schema.add(session, Tables.of("movies_by_actor", "{partition: director}")))
          .isInstanceOf(LookupStateException.class)
          .hasMessageContaining("under a new name");
      session.execute("CREATE TABLE reviews (id int PRIMARY KEY)");
      assertThatThrownBy(() -> schema.add(session, Tables.of("reviews", "{partition: title}")))
          .isInstanceOf(LookupStateException.class)
          .hasMessageContaining("There is a table 'reviews' that is not in the catalog");
    }
  }

  @Test
  void aTableIsDroppedWhenNobodyWritesItAnyMore() {
    schema.apply(created -> {});
    try (CqlSession session = cassandra.connect()) {
      TestCatalog instance = new TestCatalog(session, List.of());
      assertThatThrownBy(() -> schema.drop(session, "movies_by_actor"))
          .hasMessageContaining("'movies_by_actor' is in use");
      new CatalogStore(session).change("movies_by_actor", TableState.READY, TableState.DROPPED);

      CompletableFuture<Void> dropped =
          CompletableFuture.runAsync(() -> schema.drop(session, "movies_by_actor"));
      assertThatThrownBy(() -> dropped.get(2, TimeUnit.SECONDS))
          .isInstanceOf(TimeoutException.class);
      session.execute("SELECT * FROM movies_by_actor"); // it is there still

      instance.refresh();

      assertThat(dropped).succeedsWithin(Duration.ofSeconds(20));
      assertThat(instance.catalog().lastKnown().tables()).hasSize(1);
      assertThatThrownBy(() -> session.execute("SELECT * FROM movies_by_actor"))
          .isInstanceOf(InvalidQueryException.class);

      schema.add(session, Tables.of("movies_by_actor", "{partition: director}"));
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
          "UPDATE lookup_tables SET schema_owner = %s WHERE catalog = 'lookups' IF schema_owner = %s";
      session.execute(lock.formatted("'builder'", "null"));

      CompletableFuture<Void> dropped =
          CompletableFuture.runAsync(() -> schema.drop(session, "movies_by_actor"));
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

  @Test
  void aWrongDatacenterIsNamedBesideThoseSeen() {
    CassandraFactory wrong =
        TestCassandra.factory("any", TestCassandra.contactPoint(), "dc_of_dreams");

    assertThatThrownBy(wrong::connectWithoutKeyspace)
        .isInstanceOf(StartupException.class)
        .hasMessageContaining("dc_of_dreams")
        .hasMessageContaining("seen: datacenter1");
  }

  @Test
  void anUnreachableCassandraIsOneLine() {
    CassandraFactory nowhere = TestCassandra.factory("any", "127.0.0.1:1", "datacenter1");

    assertThatThrownBy(nowhere::connect)
        .isInstanceOf(StartupException.class)
        .hasMessageContaining("No Cassandra answers at 127.0.0.1:1")
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
  }

  private static void runFile(CqlSession session, String keyspace) throws IOException {
    String file = Files.readString(Path.of("cql", "schema.cql"));
    for (String statement : file.replaceAll("--[^\n]*", "").split(";", -1)) {
      String text = statement.strip().replace("cinedex", keyspace);
      if (!text.isEmpty()) {
        session.execute(SimpleStatement.newInstance(text).setTimeout(Duration.ofSeconds(30)));
      }
    }
  }

  private static Map<String, String> describe(CqlSession session, String keyspace) {
    Map<String, String> tables = new TreeMap<>();
    for (TableMetadata table :
        session.refreshSchema().getKeyspace(keyspace).orElseThrow().getTables().values()) {
      String text = table.describe(true).replace(keyspace, "k");
      tables.put(table.getName().asInternal(), text);
    }
    return tables;
  }
}
