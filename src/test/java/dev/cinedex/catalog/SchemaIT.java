package dev.cinedex.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.codahale.metrics.health.HealthCheck;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.schema.KeyspaceMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.errors.StartupException;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movie;
import dev.cinedex.testing.CqlFile;
import dev.cinedex.testing.ThoroughTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SchemaIT {
  private final CassandraFactory cassandra = TestCassandra.factory(TestCassandra.newKeyspace());
  private final List<LookupTable> tables = Tables.shipped();
  private final Schema schema = new Schema(cassandra, Movie.ENTITY, tables);

  @Test
  void theCqlFileMakesTheTablesThatSchemaApplyMakes() {
    schema.apply(created -> {});
    CassandraFactory copy = TestCassandra.withoutKeyspace();
    try (CqlSession session = copy.connectWithoutKeyspace()) {
      runFile(session, copy.keyspace());
    }
    assertThat(describe(copy)).isEqualTo(describe(cassandra));
  }

  @Test
  void applyingItAgainCreatesNothing() {
    Schema missing = new Schema(TestCassandra.withoutKeyspace(), Movie.ENTITY, tables);
    List<String> created = new ArrayList<>();
    missing.apply(created::add);
    assertThat(created).hasSize(11).last().isEqualTo("table movies_by_actor");

    created.clear();
    missing.apply(created::add);

    assertThat(created).isEmpty();
  }

  @Test
  void aTableOrAColumnThatIsTakenAwayIsUnhealthy() {
    schema.apply(created -> {});
    try (CqlSession session = cassandra.connect();
        Catalog catalog = Catalog.open(session, Movie.ENTITY, tables)) {
      HealthCheck check = SchemaHealthCheck.of(session, schema, catalog);
      assertThat(check.execute().isHealthy()).isTrue();

      session.execute("ALTER TABLE movies_by_actor DROP release_year");
      assertThat(check.execute().getMessage())
          .contains("movies_by_actor has no column 'release_year'");
      session.execute("DROP TABLE movies_by_actor");
      assertThat(check.execute().getMessage()).contains("movies_by_actor is in the catalog");
      session.execute("DROP TABLE movies");
      assertThat(check.execute().getMessage()).contains("run 'java -jar cinedex.jar schema apply");
    }
  }

  @ThoroughTest
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
    CassandraFactory missing = TestCassandra.withoutKeyspace();

    assertThatThrownBy(missing::connect)
        .isInstanceOf(StartupException.class)
        .hasMessageContaining(missing.keyspace())
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

  @ThoroughTest
  void aTableThatIsNoLongerDeclaredIsWrittenOn() {
    schema.apply(created -> {});

    try (CqlSession session = cassandra.connect()) {
      new Schema(cassandra, Movie.ENTITY, tables.subList(0, 1)).verify(session);
      assertThat(TestCassandra.catalog(session).lastKnown().tables()).hasSize(2);
    }
  }

  @ThoroughTest
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

  @ThoroughTest
  void anInterruptedAttemptIsFinished() {
    schema.apply(created -> {});
    try (CqlSession session = cassandra.connect()) {
      new CatalogStore(session).put(tables.get(1), TableState.BUILDING);

      schema.apply(created -> {});

      assertThat(TestCassandra.catalog(session).lastKnown().readable()).hasSize(2);
    }
  }

  @ThoroughTest
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

  private static void runFile(CqlSession session, String keyspace) {
    for (String statement : CqlFile.statements("schema.cql")) {
      String text = statement.replace("cinedex", keyspace);
      session.execute(SimpleStatement.newInstance(text).setTimeout(Duration.ofSeconds(30)));
    }
  }

  private static Map<String, String> describe(CassandraFactory cassandra) {
    Map<String, String> tables = new TreeMap<>();
    try (CqlSession session = cassandra.connect()) {
      String keyspace = cassandra.keyspace();
      KeyspaceMetadata metadata = session.getMetadata().getKeyspace(keyspace).orElseThrow();
      for (TableMetadata table : metadata.getTables().values()) {
        tables.put(table.getName().asInternal(), table.describe(true).replace(keyspace, "k"));
      }
    }
    return tables;
  }
}
