package dev.cinedex;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.SlowLink;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.catalog.Schema;
import dev.cinedex.ledger.InStep;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movie;
import dev.cinedex.testing.ThoroughTest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes as a user starts and ends them. */
class ProcessesIT {
  private static final String HEAT =
      """
      {"title":"Heat","releaseYear":1995,"genres":["Crime"],"actors":["Al Pacino","%s"]}""";

  /** The option of the driver for how long it waits for the first answer of a node. */
  private static final String DRIVER_WAIT =
      "datastax-java-driver.advanced.connection.init-query-timeout";

  private final List<Process> started = new ArrayList<>();
  private final CassandraFactory cassandra = TestCassandra.factory(TestCassandra.newKeyspace());
  @TempDir private Path directory;

  @AfterEach
  void endWhatWasStarted() {
    started.forEach(Process::destroyForcibly);
  }

  @ThoroughTest
  void theNextWriteAfterAKilledOneLeavesNoOldRow() throws Exception {
    List<LookupTable> tables = Tables.shipped();
    new Schema(cassandra, Movie.ENTITY, tables).apply(created -> {});
    String movie = "/movies/" + UUID.randomUUID();

    killAfterItsClaim(movie);
    int port = TestProcess.freePort();
    server(port);
    HttpResponse<String> next = put(port, movie, HEAT.formatted("Jon Voight"));

    assertThat(next.statusCode()).isEqualTo(200);
    try (CqlSession session = cassandra.connect()) {
      InStep.assertInStep(session, tables);
      assertThat(InStep.stored(session, tables.get(1)).keySet())
          .extracting(key -> key.values().get(0))
          .containsExactlyInAnyOrder("Al Pacino", "Jon Voight");
    }
  }

  /** Kills a service that has claimed a version, but does not know it yet. */
  private void killAfterItsClaim(String movie) throws Exception {
    int port = TestProcess.freePort();
    try (SlowLink link = new SlowLink(TestCassandra.address());
        CqlSession session = cassandra.connect()) {
      Process killed =
          TestProcess.server(
              cassandra,
              CinedexApplication.class,
              port,
              Map.of("CASSANDRA_CONTACT_POINTS", link.contactPoint()));
      started.add(killed);
      put(port, movie, HEAT.formatted("Val Kilmer"));
      link.delay(Duration.ofSeconds(1));
      CompletableFuture<HttpResponse<String>> unanswered =
          TestProcess.sendAsync("PUT", port, movie, HEAT.formatted("Nobody Saw Me"));
      Awaitility.await()
          .pollInterval(Duration.ofMillis(20))
          .until(() -> actors(session).toString().contains("Nobody Saw Me"));
      killed.destroyForcibly();
      assertThat(unanswered).failsWithin(Duration.ofSeconds(10));
    }
  }

  private static List<String> actors(CqlSession session) {
    return session
        .execute("SELECT JSON actors FROM movies")
        .map(row -> String.valueOf(row.getString(0)))
        .all();
  }

  @ThoroughTest
  void theNodeEndsWithAServiceThatIsKilled() throws Exception {
    InetSocketAddress address = TestCassandra.freeAddress();
    Process parent =
        java(
            Map.of(),
            EmbeddedParent.class,
            directory.toString(),
            String.valueOf(address.getPort()));
    String line = parent.inputReader().readLine();
    ProcessHandle node = ProcessHandle.of(Long.parseLong(line)).orElseThrow();
    assertThat(node.isAlive()).isTrue();

    parent.destroyForcibly();

    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(() -> assertThat(node.isAlive()).isFalse());
  }

  @Test
  void aServiceThatIsStoppedBeforeItAnswersDoesNotWaitForCassandra() throws Exception {
    int port = TestProcess.freePort();
    try (SlowLink link = new SlowLink(TestCassandra.address())) {
      link.delay(Duration.ofMinutes(1)); // as if the node were paused
      Process service =
          java(
              Map.of(
                  "CASSANDRA_CONTACT_POINTS",
                  link.contactPoint(),
                  "JAVA_TOOL_OPTIONS",
                  "-D" + DRIVER_WAIT + "=1m",
                  "SHUTDOWN_WAIT",
                  "1ms",
                  "HTTP_PORT",
                  String.valueOf(port)),
              CinedexApplication.class,
              "server",
              "config.yml");
      Awaitility.await()
          .atMost(Duration.ofMinutes(1))
          .ignoreExceptions()
          .untilAsserted(() -> new Socket(InetAddress.getLoopbackAddress(), port).close());
      CompletableFuture<HttpResponse<String>> waiting =
          TestProcess.sendAsync("GET", port, "/actors/a/movies", "");
      assertThat(waiting)
          .as("no port answers yet")
          .failsWithin(Duration.ofSeconds(3))
          .withThrowableOfType(TimeoutException.class);

      service.destroy();

      assertThat(service.waitFor(10, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void aTakenPortIsOneClearLine() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = String.valueOf(taken.getLocalPort());
      assertFailsWithOneLine(
          Map.of("HTTP_PORT", port),
          "Port " + port + " of 127.0.0.1 is taken: set HTTP_PORT",
          "server");
      assertFailsWithOneLine(
          embeddedAt("127.0.0.1:" + port),
          "Port " + port + " of 127.0.0.1 is taken: set CASSANDRA_CONTACT_POINTS",
          "server");
    }
  }

  @ThoroughTest
  void anEmbeddedNodeElsewhereIsOneClearLine() throws Exception {
    assertFailsWithOneLine(
        embeddedAt("192.0.2.1"),
        "CASSANDRA_EMBEDDED is true, but CASSANDRA_CONTACT_POINTS names 192.0.2.1",
        "server");
  }

  @ThoroughTest
  void aMissingSchemaIsOneClearLine() throws Exception {
    Path file = Files.writeString(directory.resolve("movies.ndjson"), "");
    assertFailsWithOneLine(
        Map.of(), "run 'java -jar cinedex.jar schema apply", "import", file.toString());
  }

  @ThoroughTest
  void noCassandraIsOneClearLine() throws Exception {
    assertFailsWithOneLine(
        Map.of("CASSANDRA_CONTACT_POINTS", "127.0.0.1:1"),
        "No Cassandra answers at 127.0.0.1:1",
        "schema");
  }

  @Test
  void aWrongConfigurationNamesTheField() throws Exception {
    Process process = start(Map.of("CASSANDRA_KEYSPACE", "No-Good"), "schema");

    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(text(process)).contains("cassandra.keyspace").doesNotContain("\tat ");
  }

  private static Map<String, String> embeddedAt(String contactPoints) {
    return Map.of(
        "CASSANDRA_EMBEDDED", "true",
        "CASSANDRA_CONTACT_POINTS", contactPoints,
        "CASSANDRA_USERNAME", "",
        "CASSANDRA_PASSWORD_FILE", "");
  }

  private void assertFailsWithOneLine(
      Map<String, String> environment, String message, String command, String... arguments)
      throws Exception {
    Process process = start(environment, command, arguments);

    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(2);
    List<String> lines = text(process).lines().filter(l -> !l.startsWith("Starting")).toList();
    assertThat(lines).hasSize(1).first().asString().contains(message);
  }

  private Process start(Map<String, String> environment, String command, String... arguments)
      throws IOException {
    List<String> all = new ArrayList<>(List.of(command));
    if (command.equals("schema")) {
      all.add("apply");
    }
    all.add("config.yml");
    all.addAll(List.of(arguments));
    return java(environment, CinedexApplication.class, all.toArray(String[]::new));
  }

  private void server(int port) throws IOException {
    started.add(TestProcess.server(cassandra, CinedexApplication.class, port));
  }

  private Process java(Map<String, String> environment, Class<?> main, String... arguments)
      throws IOException {
    Process process = TestProcess.java(cassandra, environment, main, List.of(arguments));
    started.add(process);
    return process;
  }

  private static String text(Process process) throws IOException {
    try (Stream<String> lines = process.inputReader().lines()) {
      return String.join("\n", lines.toList());
    }
  }

  private static HttpResponse<String> put(int port, String path, String body)
      throws IOException, InterruptedException {
    return TestProcess.send("PUT", port, path, body);
  }
}
