package dev.cinedex.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.CinedexApplication;
import dev.cinedex.StartedService;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.cli.Commands;
import dev.cinedex.docs.Shell.Ended;
import dev.cinedex.instance.CinedexConfiguration;
import io.dropwizard.testing.DropwizardTestSupport;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/**
 * The project as the reader of a page has it: the service with its sample movies, and the commands
 * that the examples call.
 */
final class TestProject implements AutoCloseable {
  private static final Path SAMPLE = Path.of("src", "main", "resources", "sample.ndjson");
  private static final List<String> EXPORTED = List.of("movies.csv", "rows.ndjson.gz");

  private final CassandraFactory cassandra = TestCassandra.factory(TestCassandra.newKeyspace());
  private final DropwizardTestSupport<CinedexConfiguration> service;
  private final CqlSession session;
  private Path directory;
  private String configuration;

  /**
   * @param directory for the files of the reader
   * @param built the lookup tables that exist besides the shipped ones, as YAML
   */
  TestProject(Path directory, String built) throws Exception {
    this.directory = directory;
    this.configuration = Commands.configuration(directory, cassandra, built);
    Commands.Ended applied = Commands.run(List.of("schema", "apply", configuration));
    assertThat(applied.exitCode()).as(applied.output()).isZero();
    this.service = StartedService.start(CinedexApplication::new, configuration, "docs", Map.of());
    this.session = cassandra.connect();
  }

  /**
   * Brings the sample movies back, and puts the tables of a page into {@code config.yml}.
   *
   * @param declared the tables, as YAML
   */
  void open(Path directoryOfPage, String declared) throws Exception {
    directory = directoryOfPage;
    configuration = Commands.configuration(directory, cassandra, declared);
    java(List.of("import", "config.yml", SAMPLE.toString()));
  }

  Map<String, Shell.Command> commands() {
    return Map.of(
        "curl", this::curl,
        "cqlsh", (expected, arguments) -> Cqlsh.run(session, cassandra.keyspace(), arguments),
        "java", (expected, arguments) -> java(arguments.subList(2, arguments.size())),
        "mvn", (expected, arguments) -> new Ended(0, ""), // DocsTest checks the arguments
        "docker", (expected, arguments) -> docker(arguments));
  }

  private Ended curl(String expected, List<String> arguments) throws Exception {
    return Curl.run(expected, arguments, service.getLocalPort(), service.getAdminPort());
  }

  /** Runs a command of the jar; {@code server} only checks the configuration. */
  private Ended java(List<String> arguments) throws Exception {
    String file = arguments.get(0).equals("keys") ? configurationWithKeys() : configuration;
    List<String> used = new ArrayList<>();
    for (String argument : arguments) {
      used.add(argument.equals("config.yml") ? file : argument);
    }
    if (used.get(0).equals("server")) {
      Commands.read(configuration);
      return new Ended(0, "");
    }
    used.replaceAll(each -> each.equals("movies.ndjson.gz") ? gzippedSample() : each);
    used.replaceAll(each -> EXPORTED.contains(each) ? directory.resolve(each).toString() : each);
    Commands.Ended ended = Commands.run(used);
    assertThat(ended.exitCode()).as(used + ": " + ended.output()).isZero();
    return new Ended(ended.exitCode(), ended.output());
  }

  /** Returns the configuration as KEYS_FILE changes it. */
  private String configurationWithKeys() throws IOException {
    String text = Files.readString(Path.of(configuration));
    String keys = directory.resolve("keys").toString();
    Path file = directory.resolve("with-keys.yml");
    return Files.writeString(file, text.replace("${KEYS_FILE:-}", keys)).toString();
  }

  private String gzippedSample() {
    Path file = directory.resolve("movies.ndjson.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      Files.copy(SAMPLE, out);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    return file.toString();
  }

  private static Ended docker(List<String> arguments) {
    assertThat(arguments.subList(0, 2)).containsExactly("compose", "-f");
    assertThat(Path.of(arguments.get(2))).exists();
    assertThat(arguments.subList(3, arguments.size()))
        .isIn(List.of("up", "--build"), List.of("--profile", "monitoring", "up", "--build"));
    return new Ended(0, "");
  }

  /** Checks that a configuration with other blocks at its top level is valid. */
  void checkConfiguration(String blocks) throws Exception {
    String text = Files.readString(Path.of(configuration));
    for (String block : blocks.split("\n(?=\\w)", -1)) {
      String name = block.replaceAll("(?s):.*", "");
      text = text.replaceFirst("(?m)^" + name + ":\n(?:[ #].*\n|\n)*", "") + block.strip() + "\n";
    }
    Path file = Files.writeString(directory.resolve("checked.yml"), text);
    Commands.read(file.toString());
  }

  @Override
  public void close() {
    session.close();
    service.after();
  }
}
