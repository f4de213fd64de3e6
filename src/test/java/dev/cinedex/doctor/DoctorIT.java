package dev.cinedex.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.SlowLink;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.catalog.Schema;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movie;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A doctor examines a real node: as it should be, and with one fault at a time. */
@Tag("thorough")
class DoctorIT {
  private final CassandraFactory cassandra = TestCassandra.factory(TestCassandra.newKeyspace());

  @Test
  void aCompleteSchemaHasNoError() {
    schema(cassandra).apply(created -> {});

    List<CheckResult> results = examine(cassandra);

    assertThat(results).extracting(CheckResult::check).startsWith("connection", "datacenter");
    assertThat(results)
        .filteredOn(result -> result.level() != Level.OK)
        .filteredOn(result -> !result.check().equals("tables")) // of all tests before this one
        .extracting(CheckResult::check) // the only node has the only replica
        .containsExactly("replication");
    assertThat(found(results, "datacenter")).isEqualTo("datacenter1: 1 of 1 nodes are up");
    assertThat(found(results, "batch_size"))
        .isEqualTo("cassandra.batchSize is 32KiB; batch_size_fail_threshold: 50KiB on each node");
    assertThat(found(results, "paxos")).isEqualTo("paxos_variant: v2 on each node");
    assertThat(found(results, "version")).startsWith("Cassandra 5.");
    assertThat(found(results, "schema"))
        .startsWith("complete, with 2 lookup tables; the nodes agree on version ");
    assertThat(found(results, "gc_grace"))
        .isEqualTo("the default of ten days, but unsettled_movies: 600");
    assertThat(found(results, "notes")).isEqualTo("no service has swept yet");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "replication | ERROR   | no write and no read succeeds"
            + " | ALTER KEYSPACE %s WITH replication ="
            + " {'class': 'NetworkTopologyStrategy', 'datacenter1': 3}",
        "gc_grace    | ERROR   | movies_by_actor: 0"
            + " | ALTER TABLE %s.movies_by_actor WITH gc_grace_seconds = 0",
        "gc_grace    | WARNING | movies_by_genre: 3600"
            + " | ALTER TABLE %s.movies_by_genre WITH gc_grace_seconds = 3600",
        "schema      | ERROR   | has no complete Cinedex schema" + " | DROP TABLE %s.lookup_jobs",
        "schema      | ERROR   | movies has no column 'synopsis'"
            + " | ALTER TABLE %s.movies DROP synopsis",
        "schema      | ERROR   | movies_by_actor is in the catalog, but does not exist"
            + " | DROP TABLE %s.movies_by_actor",
        "notes       | WARNING | swept until 2026-01-01T00:00:00Z"
            + " | INSERT INTO %s.sweeper_progress (shard, swept_until) VALUES (3, '2026-01-01')"
      })
  void aFaultIsFound(String check, Level level, String words, String statement) {
    schema(cassandra).apply(created -> {});
    try (CqlSession session = cassandra.connectWithoutKeyspace()) {
      session.execute(statement.formatted(cassandra.keyspace()));
    }

    CheckResult result = named(examine(cassandra), check);

    assertThat(result.level()).as(result.toString()).isEqualTo(level);
    assertThat(result.found() + result.meaning()).contains(words);
    assertThat(result.advice()).isNotEmpty();
  }

  @Test
  void aMissingKeyspaceEndsTheExamination() {
    List<CheckResult> results = examine(TestCassandra.withoutKeyspace());

    CheckResult keyspace = named(results, "keyspace");
    assertThat(keyspace.level()).isEqualTo(Level.ERROR);
    assertThat(keyspace.advice()).contains("CASSANDRA_KEYSPACE").contains("schema apply");
    assertThat(named(results, "clock").level()).isEqualTo(Level.OK);
    assertNotChecked(results, "keyspace", "replication", "serial_consistency", "schema", "notes");
  }

  @Test
  void aKeyspaceWithoutTablesEndsTheExamination() {
    CassandraFactory empty = TestCassandra.withoutKeyspace();
    try (CqlSession session = empty.connectWithoutKeyspace()) {
      session.execute(
          "CREATE KEYSPACE %s WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}"
              .formatted(empty.keyspace()));
    }

    List<CheckResult> results = examine(empty);

    assertThat(named(results, "schema").level()).isEqualTo(Level.ERROR);
    assertThat(found(results, "schema")).contains("schema apply config.yml");
    assertThat(found(results, "replication")).startsWith("SimpleStrategy; datacenter1: replicas 1");
    assertNotChecked(results, "schema", "gc_grace", "tables", "notes");
  }

  @Test
  void aWrongDatacenterEndsTheExamination() {
    schema(cassandra).apply(created -> {});

    List<CheckResult> results =
        examine(
            TestCassandra.factory(cassandra.keyspace(), TestCassandra.contactPoint(), "elsewhere"));

    assertThat(named(results, "connection").level()).isEqualTo(Level.OK);
    assertThat(named(results, "datacenter").level()).isEqualTo(Level.ERROR);
    assertThat(found(results, "datacenter")).contains("'elsewhere'").contains("datacenter1");
    assertNotChecked(results, "datacenter", "version", "keyspace", "schema", "notes");
  }

  @Test
  void noCassandraEndsTheExamination() {
    List<CheckResult> results =
        examine(TestCassandra.factory(cassandra.keyspace(), "127.0.0.1:1", "datacenter1"));

    assertThat(found(results, "connection")).startsWith("No Cassandra answers at 127.0.0.1:1");
    assertNotChecked(results, "connection", "datacenter", "notes");
  }

  @Test
  void aSessionThatLosesCassandraIsAFailedConnection() throws IOException {
    schema(cassandra).apply(created -> {});
    try (SlowLink link = new SlowLink(TestCassandra.address());
        CqlSession session =
            TestCassandra.factory(cassandra.keyspace(), link.contactPoint(), "datacenter1")
                .connect()) {
      Doctor doctor = new Doctor(cassandra, schema(cassandra), Movie.ENTITY);
      assertThat(doctor.examine(session)).noneMatch(CheckResult::isError);

      link.delay(Duration.ofMinutes(1)); // as if the node were paused
      List<CheckResult> results = doctor.examine(session);

      assertThat(named(results, "connection").level()).isEqualTo(Level.ERROR);
      assertThat(found(results, "connection")).startsWith("Cassandra does not answer");
      assertNotChecked(results, "connection", "datacenter", "schema", "notes");
    }
  }

  private static void assertNotChecked(
      List<CheckResult> results, String failed, String... unchecked) {
    for (String check : unchecked) {
      assertThat(named(results, check).level()).as(check).isEqualTo(Level.NOT_CHECKED);
      assertThat(found(results, check)).contains("'" + failed + "' failed");
    }
  }

  private static Schema schema(CassandraFactory factory) {
    return new Schema(factory, Movie.ENTITY, Tables.shipped());
  }

  private static List<CheckResult> examine(CassandraFactory factory) {
    return new Doctor(factory, schema(factory), Movie.ENTITY).examine();
  }

  private static String found(List<CheckResult> results, String check) {
    return named(results, check).found();
  }

  private static CheckResult named(List<CheckResult> results, String check) {
    return results.stream()
        .filter(result -> result.check().equals(check))
        .findFirst()
        .orElseThrow();
  }
}
