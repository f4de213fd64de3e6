package dev.cinedex.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.CinedexApplication;
import dev.cinedex.TestProcess;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.catalog.Schema;
import dev.cinedex.embedded.EmbeddedCassandra;
import dev.cinedex.errors.StartupException;
import dev.cinedex.files.SecretFile;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movie;
import io.dropwizard.util.DataSize;
import io.dropwizard.util.Duration;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
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
  private static InetSocketAddress address;
  private static EmbeddedCassandra node;

  @BeforeAll
  static void start() {
    address = TestCassandra.freeAddress();
    node =
        EmbeddedCassandra.start(
            directory.resolve("node"),
            address,
            "-XX:TieredStopAtLevel=1",
            "-Dcassandra.config.allow_system_properties=true",
            "-Dcassandra.settings.authenticator=PasswordAuthenticator",
            "-Dcassandra.settings.authorizer=CassandraAuthorizer");
  }

  @AfterAll
  static void stop() {
    node.stop();
  }

  @Test
  void aWrongPasswordIsAFailedConnectionThatNamesTheKeys() throws Exception {
    CheckResult connection = examine(factory("cassandra", "wrong")).get(0);

    assertThat(connection.level()).isEqualTo(Level.ERROR);
    assertThat(connection.found())
        .contains("refuses the user name or the password")
        .contains("set CASSANDRA_USERNAME and CASSANDRA_PASSWORD_FILE")
        .doesNotContain("\n");
  }

  @Test
  void aServiceWithAWrongPasswordRunsAndNamesTheKeysInOneLine() throws Exception {
    CassandraFactory wrong = factory("cassandra", "wrong");
    int port = TestProcess.freePort();
    Map<String, String> settings =
        Map.of(
            "HTTP_PORT",
            String.valueOf(port),
            "SHUTDOWN_WAIT",
            "0s",
            "CASSANDRA_USERNAME",
            "cassandra",
            "CASSANDRA_PASSWORD_FILE",
            directory.resolve("cassandra-wrong").toString());
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
    CassandraFactory admin = factory("cassandra", "cassandra");
    Awaitility.await() // the node makes this role a while after its start
        .atMost(PATIENCE)
        .ignoreException(StartupException.class)
        .untilAsserted(() -> schema(admin).apply(created -> {}));
    CassandraFactory plain = factory("plain", "secret");
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

  private static CassandraFactory factory(String user, String password) throws IOException {
    Path file = Files.writeString(directory.resolve(user + "-" + password), password + "\n");
    Files.setPosixFilePermissions(file, SecretFile.PRIVATE);
    return new CassandraFactory(
        false,
        address.getHostString() + ":" + address.getPort(),
        "datacenter1",
        "movies",
        user,
        file.toString(),
        Duration.seconds(10),
        "LOCAL_SERIAL",
        DataSize.kibibytes(32),
        Duration.seconds(2));
  }
}
