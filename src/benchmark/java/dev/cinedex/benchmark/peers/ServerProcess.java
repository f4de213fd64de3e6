package dev.cinedex.benchmark.peers;

import dev.cinedex.benchmark.data.Library;
import dev.cinedex.benchmark.measure.ProcessCpu;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * An HTTP server in a JVM of its own; the peers have the JVM's default options. It ends with the
 * benchmark. Each server takes its port and its Cassandra from the environment variables of {@code
 * config.yml}.
 *
 * @param name the name in the report
 */
public record ServerProcess(String name, Process process, int port) implements AutoCloseable {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final Duration START_LIMIT = Duration.ofMinutes(2);

  /** Asks a server once, and returns whether it answers as it should. */
  @FunctionalInterface
  interface Asking {
    boolean ask(ServerProcess server) throws IOException, InterruptedException;
  }

  /** Starts the service of a jar, as its users do. */
  public static ServerProcess ofJar(String name, Path jar, Library library) throws Exception {
    return ofJar(name, List.of(), jar, library);
  }

  /**
   * Starts the service of a jar.
   *
   * @param options of the JVM
   */
  public static ServerProcess ofJar(String name, List<String> options, Path jar, Library library)
      throws Exception {
    List<String> arguments = new ArrayList<>(options);
    arguments.addAll(List.of("-jar", jar.toString(), "server", "config.yml"));
    return start(name, arguments, library);
  }

  /** Starts the bare Dropwizard resource. */
  public static ServerProcess dropwizard(Library library) throws Exception {
    return start("bare Dropwizard", JavaProcess.ofClass(DropwizardPeer.class), library);
  }

  /** Starts the controller of Spring MVC. */
  public static ServerProcess spring(Library library) throws Exception {
    return start("Spring MVC and Spring Data", JavaProcess.ofClass(SpringPeer.class), library);
  }

  /** Starts the handler of raw Netty. */
  public static ServerProcess netty(Library library) throws Exception {
    return start("raw Netty", JavaProcess.ofClass(NettyPeer.class), library);
  }

  /** Starts the demo of a jar in a folder. */
  static ServerProcess demo(Path jar, Path folder, Map<String, String> variables)
      throws Exception {
    List<String> arguments = List.of("-jar", jar.toString(), "server", "config.yml");
    return start("demo", arguments, folder, variables);
  }

  private static ServerProcess start(String name, List<String> arguments, Library library)
      throws Exception {
    return start(name, arguments, JavaProcess.PROJECT, library.environment());
  }

  private static ServerProcess start(
      String name, List<String> arguments, Path folder, Map<String, String> variables)
      throws Exception {
    return start(name, arguments, folder, variables, ServerProcess::answers);
  }

  /**
   * Starts a server.
   *
   * @param answers asks it, and returns whether it has answered
   */
  static ServerProcess start(
      String name,
      List<String> arguments,
      Path folder,
      Map<String, String> variables,
      Asking answers)
      throws Exception {
    int port = freePort();
    Map<String, String> all = new HashMap<>(variables);
    all.put("HTTP_PORT", String.valueOf(port));
    all.put("ADMIN_PORT", "0");
    all.put("SHUTDOWN_WAIT", "1ms");
    ServerProcess server =
        new ServerProcess(name, JavaProcess.start(name, arguments, folder, all), port);
    server.await(answers);
    return server;
  }

  /** Returns its processor time. */
  public ProcessCpu cpu() {
    return new ProcessCpu(process.toHandle());
  }

  /** Returns the text that the server answers with. */
  public String get(String path) throws IOException, InterruptedException {
    return CLIENT
        .send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build(),
            BodyHandlers.ofString(StandardCharsets.UTF_8))
        .body();
  }

  private void await(Asking answers) throws Exception {
    long end = System.nanoTime() + START_LIMIT.toNanos();
    while (!hasAnswered(answers)) {
      if (!process.isAlive() || System.nanoTime() > end) {
        close();
        throw new IllegalStateException(
            "%s does not answer at port %d: see target/benchmark/logs".formatted(name, port));
      }
      process.waitFor(20, TimeUnit.MILLISECONDS);
    }
  }

  private boolean hasAnswered(Asking answers) throws InterruptedException {
    try {
      return answers.ask(this);
    } catch (IOException | UncheckedIOException e) {
      return false;
    }
  }

  private boolean answers() throws IOException, InterruptedException {
    return get("/actors/nobody/movies").contains("items");
  }

  @Override
  public void close() {
    JavaProcess.stop(process);
  }

  static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
