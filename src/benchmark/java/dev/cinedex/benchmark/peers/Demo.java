package dev.cinedex.benchmark.peers;

import dev.cinedex.embedded.EmbeddedCassandra;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The first command of the README without Maven: the service starts an empty Cassandra of its own
 * and loads the sample movies. It runs in a folder of the benchmark, so that nobody's data are
 * touched.
 */
public final class Demo {
  /** The distance of its Cassandra's port from that of the benchmark. */
  public static final int PORTS_AWAY = 200;

  private static final Path FOLDER = Path.of("target", "benchmark", "demo");

  private Demo() {}

  /** Starts the demo with nothing, and waits until it answers. */
  public static ServerProcess start(Path jar, int port) throws Exception {
    prepare();
    Map<String, String> variables =
        Map.of(
            "CASSANDRA_EMBEDDED", "true",
            "CASSANDRA_CONTACT_POINTS", "127.0.0.1:" + port,
            "CASSANDRA_KEYSPACE", "cinedex");
    return ServerProcess.demo(jar.toAbsolutePath(), FOLDER, variables);
  }

  private static void prepare() throws IOException {
    if (Files.exists(FOLDER)) {
      try (Stream<Path> files = Files.walk(FOLDER)) {
        files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
      }
    }
    Path classPath = FOLDER.resolve(EmbeddedCassandra.CLASS_PATH_FILE);
    Files.createDirectories(Objects.requireNonNull(classPath.getParent()));
    Files.copy(
        Path.of(EmbeddedCassandra.CLASS_PATH_FILE),
        classPath,
        StandardCopyOption.REPLACE_EXISTING);
    Files.copy(Path.of("config.yml"), FOLDER.resolve("config.yml"));
  }
}
