package dev.cinedex;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cinedex.cassandra.CassandraFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;

/**
 * A process of {@code java -jar target/cinedex.jar}.
 *
 * @param port where a service listens
 */
record StartedJar(Process process, int port) implements AutoCloseable {
  private static final Path JAR = Path.of("target", "cinedex.jar");

  /**
   * Starts the jar.
   *
   * @param options of the JVM
   */
  static StartedJar start(CassandraFactory cassandra, List<String> options, String... arguments)
      throws IOException {
    return start(cassandra, options, Map.of(), arguments);
  }

  /**
   * Starts the jar.
   *
   * @param options of the JVM
   * @param environment more variables
   */
  static StartedJar start(
      CassandraFactory cassandra,
      List<String> options,
      Map<String, String> environment,
      String... arguments)
      throws IOException {
    assertThat(JAR).as("the jar: run 'mvn package' first").exists();
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-jar", JAR.toString()));
    command.addAll(List.of(arguments));
    int port = TestProcess.freePort();
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.matches("_?JAVA_.*OPTIONS|JDK_.*OPTIONS"));
    builder.environment().putAll(TestProcess.settings(cassandra));
    builder
        .environment()
        .putAll(
            Map.of("HTTP_PORT", String.valueOf(port), "ADMIN_PORT", "0", "SHUTDOWN_WAIT", "1ms"));
    builder.environment().putAll(environment);
    return new StartedJar(builder.start(), port);
  }

  /** Sends a text to its standard input, which then ends. */
  void input(String text) throws IOException {
    try (var writer = process.outputWriter()) {
      writer.write(text);
    }
  }

  /** Returns what it wrote, when it has ended. */
  String output() throws IOException {
    return new String(
        process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
  }

  int exitCode() throws InterruptedException {
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("it ends").isTrue();
    return process.exitValue();
  }

  void awaitReady() {
    Awaitility.await()
        .atMost(Duration.ofMinutes(2)) // without the archive, beside other tests, on a slow machine
        .ignoreExceptions()
        .until(
            () ->
                TestProcess.send("GET", port, "/health-check?type=ready", "").statusCode() == 200);
  }

  /** Returns whether the JVM that runs now was given the archive of classes. */
  boolean hasTheArchive() {
    String[] words = process.info().arguments().orElseThrow();
    return List.of(words).contains("-XX:SharedArchiveFile=target/cinedex.jsa");
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
