package dev.cinedex;

import static java.util.Objects.requireNonNullElse;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cinedex.cassandra.CassandraFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/**
 * Processes as a user starts them: JVMs with the class path of the tests, on a Cassandra of theirs.
 */
public final class TestProcess {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final Duration START_LIMIT = Duration.ofSeconds(60);

  private TestProcess() {}

  /**
   * @param environment besides, or in place of, what leads to that Cassandra
   */
  public static Process java(
      CassandraFactory cassandra,
      Map<String, String> environment,
      Class<?> main,
      List<String> arguments)
      throws IOException {
    return java(Version.THIS, cassandra, environment, main, arguments);
  }

  /**
   * A version of Cinedex.
   *
   * @param folder a checkout, where its processes run
   */
  record Version(Path folder, String classPath) {
    static final Version THIS = new Version(Path.of(""), System.getProperty("java.class.path"));

    /** Returns the version whose jar was built in a checkout. */
    static Version builtIn(Path checkout) {
      return new Version(checkout, checkout.resolve("target/cinedex.jar").toString());
    }
  }

  /**
   * @param environment besides, or in place of, what leads to that Cassandra
   */
  static Process java(
      Version version,
      CassandraFactory cassandra,
      Map<String, String> environment,
      Class<?> main,
      List<String> arguments)
      throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx512m", // as it lives for minutes at most, with what is fast from its start:
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                version.classPath(),
                main.getName()));
    command.addAll(arguments);
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(version.folder().toAbsolutePath().toFile())
            .redirectErrorStream(true);
    builder.environment().putAll(settings(cassandra));
    builder.environment().put("HTTP_PORT", "0");
    builder.environment().put("ADMIN_PORT", "0");
    builder.environment().putAll(environment);
    return builder.start();
  }

  /** Returns the variables that lead to a Cassandra. */
  static Map<String, String> settings(CassandraFactory cassandra) {
    return Map.of(
        "CASSANDRA_EMBEDDED",
        "false",
        "CASSANDRA_CONTACT_POINTS",
        cassandra.contactPoints(),
        "CASSANDRA_KEYSPACE",
        cassandra.keyspace(),
        "CASSANDRA_USERNAME",
        requireNonNullElse(cassandra.username(), ""),
        "CASSANDRA_PASSWORD_FILE",
        cassandra.passwordFile() == null ? "" : absolute(cassandra.passwordFile()));
  }

  private static String absolute(String file) {
    return Path.of(file).toAbsolutePath().toString();
  }

  /** Starts the service, and waits until it answers. */
  public static Process server(CassandraFactory cassandra, Class<?> main, int port)
      throws IOException {
    return server(cassandra, main, port, Map.of());
  }

  /**
   * Starts the service, and waits until it answers.
   *
   * @param environment besides what leads to its Cassandra and its port
   */
  public static Process server(
      CassandraFactory cassandra, Class<?> main, int port, Map<String, String> environment)
      throws IOException {
    return server(Version.THIS, cassandra, main, port, environment);
  }

  /**
   * Starts the service, and waits until it answers.
   *
   * @param environment besides what leads to its Cassandra and its port
   */
  static Process server(
      Version version,
      CassandraFactory cassandra,
      Class<?> main,
      int port,
      Map<String, String> environment)
      throws IOException {
    Map<String, String> all = new HashMap<>(environment);
    all.put("HTTP_PORT", String.valueOf(port));
    Process process = java(version, cassandra, all, main, List.of("server", "config.yml"));
    assertThat(awaitAnswer(process, port, START_LIMIT)).as("the service runs").isTrue();
    return process;
  }

  /** Returns whether the service came to answer; false when it ended before, or was too slow. */
  public static boolean awaitAnswer(Process process, int port, Duration limit) {
    try {
      Awaitility.await()
          .atMost(limit)
          .ignoreExceptions()
          .until(
              () ->
                  !process.isAlive()
                      || send("GET", port, "/actors/a/movies", "").statusCode() == 200);
      return process.isAlive();
    } catch (ConditionTimeoutException e) {
      return false;
    }
  }

  public static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  /** Sends a request, and does not wait for its answer. */
  static CompletableFuture<HttpResponse<String>> sendAsync(
      String method, int port, String path, String body) {
    return CLIENT.sendAsync(request(method, port, path, body), BodyHandlers.ofString());
  }

  public static HttpResponse<String> send(
      String method, int port, String path, String body, String... headers)
      throws IOException, InterruptedException {
    return CLIENT.send(request(method, port, path, body, headers), BodyHandlers.ofString());
  }

  private static HttpRequest request(
      String method, int port, String path, String body, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .timeout(Duration.ofMinutes(1))
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(body));
    for (int i = 0; i < headers.length; i += 2) {
      request.setHeader(headers[i], headers[i + 1]);
    }
    return request.build();
  }
}
