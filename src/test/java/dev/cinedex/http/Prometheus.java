package dev.cinedex.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.common.base.Splitter;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/** A Prometheus that scrapes the service of the HTTP tests, and its tool. */
final class Prometheus implements AutoCloseable {
  private static final Path CONFIGURATION = Path.of("docker", "prometheus.yml");
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private final Process process;
  private final String url;

  private Prometheus(Process process, int port) {
    this.process = process;
    this.url = "http://127.0.0.1:" + port;
  }

  /**
   * Starts a Prometheus with the configuration of the containers, which scrapes every second. The
   * test is skipped where the program is not on the path.
   *
   * @param directory gets its configuration, data and log
   */
  static Prometheus start(Path directory) throws IOException {
    String program = onPath("prometheus");
    int port = freePort();
    Path configuration = directory.resolve("prometheus.yml");
    Files.writeString(
        configuration,
        Files.readString(CONFIGURATION)
            .replace("15s", "1s")
            .replace("- alerts.yml", "- " + Path.of("docker", "alerts.yml").toAbsolutePath())
            .replace("cinedex:8081", "127.0.0.1:" + TestService.adminPort()));
    Process process =
        new ProcessBuilder(
                program,
                "--config.file=" + configuration,
                "--storage.tsdb.path=" + directory.resolve("data"),
                "--web.listen-address=127.0.0.1:" + port)
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("prometheus.log").toFile())
            .start();
    Prometheus prometheus = new Prometheus(process, port);
    Awaitility.await("prometheus is ready").until(prometheus::isReady);
    return prometheus;
  }

  /** Runs Prometheus' tool, and returns what it printed. */
  static Ended promtool(String input, String... arguments)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(onPath("promtool")).redirectErrorStream(true);
    builder.command().addAll(List.of(arguments));
    Process process = builder.start();
    try (OutputStream in = process.getOutputStream()) {
      in.write(input.getBytes(UTF_8));
    }
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    return new Ended(process.waitFor(), output);
  }

  /** The end of a program. */
  record Ended(int exitCode, String output) {}

  /** Returns the answer to a path of the HTTP API. */
  JsonNode api(String path) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/api/v1/" + path)).build();
    return TestService.json(CLIENT.send(request, BodyHandlers.ofString()).body());
  }

  /** Returns the answer to a query: status, and a vector under data and result. */
  JsonNode query(String query) throws IOException, InterruptedException {
    return api("query?query=" + URLEncoder.encode(query, UTF_8));
  }

  @Override
  public void close() {
    process.destroy();
    process.onExit().orTimeout(10, TimeUnit.SECONDS).exceptionally(late -> kill()).join();
  }

  private Process kill() {
    return process.destroyForcibly();
  }

  private boolean isReady() throws InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/-/ready")).build();
    try {
      return CLIENT.send(request, BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException e) {
      return false; // it does not listen yet
    }
  }

  private static String onPath(String program) {
    Optional<Path> found =
        Splitter.on(File.pathSeparator)
            .splitToStream(String.valueOf(System.getenv("PATH")))
            .map(folder -> Path.of(folder, program))
            .filter(Files::isExecutable)
            .findFirst();
    assumeTrue(found.isPresent(), program + " is not on the path: what needs it is not tried");
    return found.orElseThrow().toString();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
