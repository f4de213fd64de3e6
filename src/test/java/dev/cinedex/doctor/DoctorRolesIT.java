package dev.cinedex.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.CinedexApplication;
import dev.cinedex.TestProcess;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.GuardedNode;
import dev.cinedex.catalog.Schema;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movie;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A doctor examines a node that asks for a password and looks at permissions. */
@Tag("thorough")
class DoctorRolesIT {
  private static final java.time.Duration PATIENCE = java.time.Duration.ofSeconds(30);

  @TempDir private static Path directory;
  private static GuardedNode node;

  @BeforeAll
  static void start() {
    node = new GuardedNode(directory);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  @Test
  void aWrongPasswordIsAFailedConnectionThatNamesTheKeys() throws Exception {
    CheckResult connection = examine(node.as("cassandra", "wrong")).get(0);

    assertThat(connection.level()).isEqualTo(Level.ERROR);
    assertThat(connection.found())
        .contains("refuses the user name or the password")
        .contains("set CASSANDRA_USERNAME and CASSANDRA_PASSWORD_FILE")
        .doesNotContain("\n");
  }

  @Test
  void aServiceWithAWrongPasswordRunsAndNamesTheKeysInOneLine() throws Exception {
    CassandraFactory wrong = node.as("cassandra", "wrong");
    int port = TestProcess.freePort();
    Map<String, String> settings = Map.of("HTTP_PORT", String.valueOf(port), "SHUTDOWN_WAIT", "0s");
    Process service =
        TestProcess.java(
            wrong, settings, CinedexApplication.class, List.of("server", "config.yml"));
    try {
      Awaitility.await()
          .atMost(PATIENCE)
          .ignoreExceptions()
          .until(() -> get(port, "/health-check?type=alive") == 200);
      assertThat(get(port, "/health-check?type=ready")).isEqualTo(503);
      assertThat(get(port, "/actors/a/movies")).isEqualTo(503);
      assertThat(service.isAlive()).isTrue();
      service.toHandle().destroy();
      assertThat(service.waitFor(30, TimeUnit.SECONDS)).isTrue();
      String log = new String(service.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(log.lines().filter(line -> line.contains("refuses the user name")))
          .singleElement()
          .asString()
          .contains("set CASSANDRA_USERNAME and CASSANDRA_PASSWORD_FILE");
    } finally {
      service.destroyForcibly();
    }
  }

  private static int get(int port, String path) throws Exception {
    return TestProcess.send("GET", port, path, "").statusCode();
  }

  @Test
  void aRoleThatMayNotReadTheSettingsIsToldWhatToGrant() throws Exception {
    CassandraFactory admin = node.adminWithSchema();
    CassandraFactory plain = node.as("plain", "secret");
    try (CqlSession session = admin.connect()) {
      session.execute("CREATE ROLE plain WITH PASSWORD = 'secret' AND LOGIN = true");
      session.execute("GRANT ALL PERMISSIONS ON KEYSPACE movies TO plain");

      for (String check : List.of("batch_size", "paxos")) {
        CheckResult refused = named(plain, check);
        assertThat(refused.level()).as(refused.toString()).isEqualTo(Level.WARNING);
        assertThat(refused.advice()).contains("GRANT SELECT ON system_views.settings TO ROLE");
      }
      assertThat(named(plain, "schema").level()).isEqualTo(Level.OK);

      session.execute("GRANT SELECT ON system_views.settings TO plain");
      Awaitility.await() // nodes keep permissions for two seconds
          .atMost(PATIENCE)
          .until(() -> named(plain, "paxos").level() == Level.OK);
    }
  }

  private static CheckResult named(CassandraFactory cassandra, String check) {
    return examine(cassandra).stream()
        .filter(result -> result.check().equals(check))
        .findFirst()
        .orElseThrow();
  }

  private static List<CheckResult> examine(CassandraFactory cassandra) {
    return new Doctor(cassandra, schema(cassandra), Movie.ENTITY).examine();
  }

  private static Schema schema(CassandraFactory cassandra) {
    return new Schema(cassandra, Movie.ENTITY, Tables.shipped());
  }
}
