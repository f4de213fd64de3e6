package dev.cinedex.catalog;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.entity.Attribute;
import dev.cinedex.entity.EntityState;
import dev.cinedex.entity.EntityType;
import dev.cinedex.jobs.Job;
import dev.cinedex.jobs.JobKinds;
import dev.cinedex.jobs.JobOptions;
import dev.cinedex.jobs.JobProgress;
import dev.cinedex.jobs.TableLifecycle;
import dev.cinedex.ledger.Decision;
import dev.cinedex.ledger.EntityWriter;
import dev.cinedex.ledger.Head;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movie;
import dev.cinedex.testing.TestInstance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A keyspace of an older version gets a new attribute of movies, {@code country}, while it is in
 * use. Commit f737ba2 made the tables and wrote their rows.
 */
@Tag("thorough")
class OldKeyspaceIT {
  private static final Path OLD_KEYSPACE = Path.of("src/test/resources/keyspace-of-f737ba2.cql");
  private static final UUID HEAT = UUID.fromString("4f0cc7b6-45ba-4a12-8bf6-c5a45815028c");
  private static final UUID DELETED = UUID.fromString("5a0cc7b6-45ba-4a12-8bf6-c5a45815028c");

  private static final EntityType.Builder GROWN = new EntityType.Builder("movie");

  static {
    Movie.ENTITY.attributes().forEach(attribute -> GROWN.add(attribute));
  }

  private static final Attribute<String> COUNTRY = GROWN.add(Attribute.text("country").optional());
  private static final EntityType GROWN_MOVIE = GROWN.build();

  private final CassandraFactory cassandra = TestCassandra.factory(TestCassandra.newKeyspace());
  private final List<LookupTable> tables =
      Tables.ofConfiguration(GROWN_MOVIE, Path.of("config.yml"));
  private final Schema schema = new Schema(cassandra, GROWN_MOVIE, tables);
  private final List<String> created = new ArrayList<>();
  private CqlSession session;

  @BeforeEach
  void load() throws IOException {
    new SchemaBootstrap(cassandra, progress -> {}).createKeyspace();
    session = cassandra.connect();
    for (String statement : Files.readString(OLD_KEYSPACE).split(";\n", -1)) {
      if (!statement.isBlank()) {
        session.execute(SimpleStatement.newInstance(statement).setTimeout(Duration.ofSeconds(30)));
      }
    }
  }

  @AfterEach
  void close() {
    session.close();
  }

  @Test
  void theLedgerGetsTheColumnAndTheLookupTablesKeepTheirs() {
    schema.apply(created::add);

    assertThat(created)
        .containsExactly(
            "column lookup_tables.cursor_keys",
            "column lookup_tables.verified_at",
            "column movies.country",
            "gc_grace_seconds = 600 of unsettled_movies",
            "column lookup_jobs.workers",
            "column lookup_jobs.slices",
            "table lookup_leases");
    schema.verify(session);
  }

  @Test
  void theNotesGetTheirShortGraceAndOtherTablesKeepTheirs() {
    session.execute("ALTER TABLE movies WITH gc_grace_seconds = 1728000");
    assertThat(graceOf("unsettled_movies")).isEqualTo(864_000);

    schema.apply(created::add);

    assertThat(graceOf("unsettled_movies")).isEqualTo(600);
    assertThat(graceOf("movies")).isEqualTo(1_728_000);
    created.clear();
    schema.apply(created::add);
    assertThat(created).isEmpty();
  }

  private int graceOf(String table) {
    String query =
        "SELECT gc_grace_seconds FROM system_schema.tables WHERE keyspace_name = ? AND table_name = ?";
    return requireNonNull(session.execute(query, cassandra.keyspace(), table).one()).getInt(0);
  }

  @Test
  void whatTheOlderVersionWroteIsRead() {
    schema.apply(created::add);
    TestInstance instance = instance();

    Head heat = instance.ledger().read(HEAT);
    assertThat(heat.settled()).isTrue();
    assertThat(movie(heat).get(Movie.TITLE)).isEqualTo("Heat");
    assertThat(movie(heat).get(Movie.ACTORS)).containsExactly("Al Pacino", "Robert De Niro");
    assertThat(movie(heat).get(COUNTRY)).isNull();
    assertThat(instance.ledger().read(DELETED).exists()).isFalse();
    assertThat(instance.ledger().read(DELETED).version()).isPositive();
  }

  @Test
  void theNewAttributeIsWrittenAndATableByItIsBuilt() throws Exception {
    schema.apply(created::add);
    TestInstance instance = instance();
    EntityWriter writer = instance.writer();

    writer.write(HEAT, head -> Decision.write(movie(head).with(COUNTRY, "USA")));
    LookupTable byCountry =
        Tables.of(
            GROWN_MOVIE,
            "movies_by_country",
            "{partition: country, clustering: title, where: country present}");
    TableLifecycle lifecycle = instance.lifecycle(schema);
    Job build = lifecycle.begin(JobKinds.named("build"), byCountry, JobOptions.PLAIN);
    instance.runner().run(build.id());
    Job built = lifecycle.job(build.id()).orElseThrow();

    assertThat(built.done().drift()).isZero();
    assertThat(session.execute("SELECT title FROM movies_by_country WHERE country = 'USA'").one())
        .satisfies(row -> assertThat(row.getString("title")).isEqualTo("Heat"));
    assertThat(movie(instance.ledger().read(HEAT)).get(COUNTRY)).isEqualTo("USA");
  }

  @Test
  void theTablesOfTheOlderVersionAgreeWithTheLedger() throws Exception {
    schema.apply(created::add);

    for (LookupTable table : tables) {
      JobProgress verified = run(instance(), "verify", table).done();
      assertThat(verified.read()).as(table.name()).isEqualTo(6); // 3 movies, and 3 rows
      assertThat(verified.drift()).as(table.name()).isZero();
    }
  }

  @Test
  void anInstanceOfTheOlderVersionWritesOn() throws Exception {
    session.execute( // this code reads them
        "ALTER TABLE lookup_tables ADD (verified_at timestamp, cursor_keys map<timestamp, blob> STATIC)");
    EntityWriter older = TestInstance.on(session).writer();
    schema.apply(created::add);
    instance().writer().write(HEAT, head -> Decision.write(movie(head).with(COUNTRY, "USA")));

    older.write(HEAT, head -> Decision.write(movie(head).with(Movie.TITLE, "Heat (1995)")));

    assertThat(movie(instance().ledger().read(HEAT)).get(Movie.TITLE)).isEqualTo("Heat (1995)");
    for (LookupTable table : tables) {
      assertThat(run(instance(), "verify", table).done().drift()).as(table.name()).isZero();
    }
  }

  private static EntityState movie(Head head) {
    return requireNonNull(head.state());
  }

  private TestInstance instance() {
    return TestInstance.on(session)
        .entity(GROWN_MOVIE)
        .catalog(Catalog.open(session, GROWN_MOVIE, List.of()));
  }

  private Job run(TestInstance instance, String kind, LookupTable table)
      throws InterruptedException {
    TableLifecycle lifecycle = instance.lifecycle(schema);
    Job job = lifecycle.begin(JobKinds.named(kind), table.name(), JobOptions.PLAIN);
    instance.runner().run(job.id());
    return lifecycle.job(job.id()).orElseThrow();
  }
}
