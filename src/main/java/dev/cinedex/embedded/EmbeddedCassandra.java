package dev.cinedex.embedded;

import dev.cinedex.errors.StartupException;
import io.dropwizard.lifecycle.Managed;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A real single-node Cassandra for development and tests, in a child JVM with a class path of its
 * own (the build writes it to {@value #CLASS_PATH_FILE}). It listens on one loopback address and
 * keeps its data between starts. The child stops when this process ends, however it ends.
 */
public final class EmbeddedCassandra implements Managed, AutoCloseable {
  /** Where the build leaves the jars of the server, one a line. */
  public static final String CLASS_PATH_FILE = "target/cassandra.classpath";

  private static final int JAVA_VERSION = 17;
  private static final long FREE_BYTES = 512L << 20;
  private static final Duration START_LIMIT = Duration.ofMinutes(3);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(30);

  private final Process process;
  private final Path log;

  private EmbeddedCassandra(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /**
   * Starts a node and waits until it answers.
   *
   * @param directory for its data, configuration and log; made if missing
   * @param contactPoint loopback address and CQL port; the port after it is for the node itself
   * @param jvmOptions further ones of the child
   * @throws StartupException when it cannot start here
   */
  public static EmbeddedCassandra start(
      Path directory, InetSocketAddress contactPoint, String... jvmOptions) {
    return start(directory, contactPoint, contactPoint, jvmOptions);
  }

  /**
   * As {@link #start(Path, InetSocketAddress, String...)}, for a node of a cluster on several
   * loopback addresses.
   *
   * @param seed contact point of the cluster's first node
   */
  public static EmbeddedCassandra start(
      Path directory,
      InetSocketAddress contactPoint,
      InetSocketAddress seed,
      String... jvmOptions) {
    requireJava();
    InetSocketAddress address = requireLoopback(contactPoint);
    Ports.requireFree(
        address,
        "CASSANDRA_CONTACT_POINTS",
        "or CASSANDRA_EMBEDDED=false to use the Cassandra there");
    Ports.requireFree(
        new InetSocketAddress(address.getAddress(), address.getPort() + 1),
        "CASSANDRA_CONTACT_POINTS",
        "the embedded node needs the port after its own, too");
    Path home = directory.toAbsolutePath();
    Path log = home.resolve("cassandra.log");
    try {
      requireSpace(Files.createDirectories(home));
      Process process =
          new ProcessBuilder(command(home, address, seed, List.of(jvmOptions)))
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      EmbeddedCassandra node = new EmbeddedCassandra(process, log);
      node.awaitAnswer(address);
      return node;
    } catch (IOException e) {
      throw new StartupException(
          "The embedded Cassandra cannot be started in %s: %s".formatted(home, e), e);
    }
  }

  public long pid() {
    return process.pid();
  }

  /** Stops the node and waits for it; its data is kept. */
  @Override
  public void stop() {
    process.destroy();
    try {
      if (!process.waitFor(STOP_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      process.destroyForcibly();
    }
  }

  @Override
  public void close() {
    stop();
  }

  private static void requireJava() {
    int version = Runtime.version().feature();
    if (version != JAVA_VERSION) {
      throw new StartupException(
          "The embedded Cassandra 5.0 needs JDK %d, but this is %d: set JAVA_HOME to a JDK %d, or CASSANDRA_EMBEDDED=false to use another Cassandra"
              .formatted(JAVA_VERSION, version, JAVA_VERSION));
    }
  }

  private static InetSocketAddress requireLoopback(InetSocketAddress contactPoint) {
    InetSocketAddress address =
        new InetSocketAddress(contactPoint.getHostString(), contactPoint.getPort());
    if (address.isUnresolved() || !address.getAddress().isLoopbackAddress()) {
      throw new StartupException(
          "CASSANDRA_EMBEDDED is true, but CASSANDRA_CONTACT_POINTS names %s: set CASSANDRA_EMBEDDED=false to use the Cassandra there"
              .formatted(address.getHostString()));
    }
    return address;
  }

  private static void requireSpace(Path home) throws IOException {
    long free = Files.getFileStore(home).getUsableSpace();
    if (free < FREE_BYTES) {
      throw new StartupException(
          "The disk of %s has %d MiB left, and the embedded Cassandra needs %d: make room there"
              .formatted(home, free >> 20, FREE_BYTES >> 20));
    }
  }

  private static List<String> command(
      Path home, InetSocketAddress address, InetSocketAddress seed, List<String> jvmOptions)
      throws IOException {
    Path conf = writeConfiguration(home, address, seed);
    List<String> jars = serverJars();
    List<String> command = new ArrayList<>();
    // Ctrl-C reaches the whole process group; the node must outlive the service that writes to it.
    command.addAll(List.of("/bin/sh", "-c", "trap '' INT; exec \"$@\"", "sh"));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "@" + conf.resolve("jvm.options"),
            "-javaagent:"
                + jars.stream().filter(jar -> jar.contains("/jamm-")).findFirst().orElseThrow(),
            "-Dcassandra.config=" + conf.resolve("cassandra.yaml").toUri(),
            "-Dcassandra.storagedir=" + home,
            "-Dcassandra.logdir=" + home,
            "-Dlogback.configurationFile=" + conf.resolve("logback.xml")));
    command.addAll(jvmOptions);
    command.addAll(
        List.of(
            "-cp",
            conf + ":" + String.join(":", jars),
            EmbeddedCassandraMain.class.getName(),
            String.valueOf(ProcessHandle.current().pid()),
            home.resolve("lock").toString()));
    return command;
  }

  private static Path writeConfiguration(
      Path home, InetSocketAddress address, InetSocketAddress seed) throws IOException {
    Path conf = home.resolve("conf");
    // The child sees this one class of ours, and none of our libraries.
    String main = EmbeddedCassandraMain.class.getName().replace('.', '/') + ".class";
    Path mainClass = conf.resolve(main);
    Files.createDirectories(Objects.requireNonNull(mainClass.getParent()));
    try (InputStream code = resource("/" + main)) {
      Files.copy(code, mainClass, StandardCopyOption.REPLACE_EXISTING);
    }
    for (String name : List.of("logback.xml", "jvm.options")) {
      try (InputStream file = resource("/embedded/" + name)) {
        Files.copy(file, conf.resolve(name), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    try (InputStream yaml = resource("/embedded/cassandra.yaml")) {
      String text =
          new String(yaml.readAllBytes(), StandardCharsets.UTF_8)
              .replace("@ADDRESS@", address.getAddress().getHostAddress())
              .replace("@CQL_PORT@", String.valueOf(address.getPort()))
              .replace("@NODE_PORT@", String.valueOf(address.getPort() + 1))
              .replace("@SEED@", requireLoopback(seed).getAddress().getHostAddress())
              .replace("@SEED_PORT@", String.valueOf(seed.getPort() + 1))
              .replace("@HOME@", home.toString().replace("'", "''"));
      Files.writeString(conf.resolve("cassandra.yaml"), text);
    }
    return conf;
  }

  private static InputStream resource(String name) {
    return Objects.requireNonNull(EmbeddedCassandra.class.getResourceAsStream(name), name);
  }

  private static List<String> serverJars() throws IOException {
    Path file = Path.of(CLASS_PATH_FILE);
    if (!Files.isReadable(file)) {
      throw new StartupException(
          "%s is missing: run 'mvn compile' in the project's folder, or set CASSANDRA_EMBEDDED=false to use another Cassandra"
              .formatted(file.toAbsolutePath()));
    }
    return Files.readAllLines(file).stream().filter(line -> !line.isBlank()).toList();
  }

  private void awaitAnswer(InetSocketAddress address) {
    Instant deadline = Instant.now().plus(START_LIMIT);
    while (!answers(address)) {
      if (!process.isAlive()) {
        throw new StartupException(
            "The embedded Cassandra stopped at its start (exit code %d): %s. See %s"
                .formatted(process.exitValue(), lastError(), log));
      }
      if (Instant.now().isAfter(deadline)) {
        stop();
        throw new StartupException(
            "The embedded Cassandra did not answer within %d s: see %s"
                .formatted(START_LIMIT.toSeconds(), log));
      }
      try {
        process.waitFor(100, TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        stop();
        Thread.currentThread().interrupt();
        throw new StartupException("Interrupted while the embedded Cassandra started", e);
      }
    }
  }

  private static boolean answers(InetSocketAddress address) {
    try (Socket socket = new Socket()) {
      socket.connect(address, 1000);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private String lastError() {
    try (Stream<String> lines = Files.lines(log)) {
      return lines
          .filter(line -> line.startsWith("ERROR") || line.contains("Exception"))
          .reduce((first, last) -> last)
          .orElse("no error in its log");
    } catch (IOException | UncheckedIOException e) {
      return "its log cannot be read";
    }
  }
}
