package dev.cinedex.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The files of an embedded node: its configuration, log and lock.
 *
 * @param home the directory, absolute; the node also keeps its data there
 */
record NodeFiles(Path home) {
  NodeFiles {
    home = home.toAbsolutePath();
  }

  Path configuration() {
    return home.resolve("conf");
  }

  Path cassandraYaml() {
    return configuration().resolve("cassandra.yaml");
  }

  Path jvmOptions() {
    return configuration().resolve("jvm.options");
  }

  Path logbackXml() {
    return configuration().resolve("logback.xml");
  }

  Path log() {
    return home.resolve("cassandra.log");
  }

  /** The file that a running node locks, so that no second node uses the directory. */
  Path lock() {
    return home.resolve("lock");
  }

  /**
   * Writes the configuration and our classes for the child JVM; replaces those of an earlier start.
   *
   * @param address address and CQL port of the node; the next port is for traffic between nodes
   * @param seed address and CQL port of the cluster's first node
   */
  void write(InetSocketAddress address, InetSocketAddress seed) throws IOException {
    Files.createDirectories(configuration());
    // The child JVM sees these two classes of ours, and none of our libraries.
    copyClass(EmbeddedCassandraMain.class);
    copyClass(ParentProcess.class);
    copy("/embedded/logback.xml", logbackXml());
    copy("/embedded/jvm.options", jvmOptions());
    Files.writeString(
        cassandraYaml(),
        text("/embedded/cassandra.yaml")
            .replace("@ADDRESS@", address.getAddress().getHostAddress())
            .replace("@CQL_PORT@", String.valueOf(address.getPort()))
            .replace("@NODE_PORT@", String.valueOf(address.getPort() + 1))
            .replace("@SEED@", seed.getAddress().getHostAddress())
            .replace("@SEED_PORT@", String.valueOf(seed.getPort() + 1))
            .replace("@HOME@", home.toString().replace("'", "''")));
  }

  /** Returns the last line of the log that names an error, or says that there is none. */
  String lastError() {
    try (Stream<String> lines = Files.lines(log())) {
      return lines
          .filter(line -> line.startsWith("ERROR") || line.contains("Exception"))
          .reduce((first, last) -> last)
          .orElse("no error in its log");
    } catch (IOException | UncheckedIOException e) {
      return "its log cannot be read";
    }
  }

  private void copyClass(Class<?> type) throws IOException {
    String name = type.getName().replace('.', '/') + ".class";
    Path file = configuration().resolve(name);
    Files.createDirectories(Objects.requireNonNull(file.getParent()));
    copy("/" + name, file);
  }

  private static void copy(String resource, Path file) throws IOException {
    try (InputStream content = open(resource)) {
      Files.copy(content, file, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private static String text(String resource) throws IOException {
    try (InputStream content = open(resource)) {
      return new String(content.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static InputStream open(String resource) {
    return Objects.requireNonNull(NodeFiles.class.getResourceAsStream(resource), resource);
  }
}
