package dev.cinedex.cli;

import static java.util.Objects.requireNonNullElse;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cinedex.CinedexApplication;
import dev.cinedex.TestProcess;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.instance.CinedexConfiguration;
import io.dropwizard.configuration.YamlConfigurationFactory;
import io.dropwizard.core.cli.Cli;
import io.dropwizard.core.setup.Bootstrap;
import io.dropwizard.util.JarLocation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Commands as a user gives them. */
public final class Commands {
  private Commands() {}

  /** How one ended, and what it wrote to both of its outputs. */
  public record Ended(int exitCode, String output) {}

  /**
   * The shipped configuration with what the environment would set in it.
   *
   * @param declarations more lookup tables, as YAML; empty for none
   */
  public static String configuration(
      Path directory, CassandraFactory cassandra, String declarations) throws IOException {
    Path file = directory.resolve("config.yml");
    Files.writeString(
        file,
        Files.readString(Path.of("config.yml"))
            .replace("\nlookups:\n", "\nlookups:\n" + declarations)
            .replace("${CASSANDRA_EMBEDDED:-true}", "false")
            .replace("${CASSANDRA_CONTACT_POINTS:-127.0.0.1:9042}", cassandra.contactPoints())
            .replace("${CASSANDRA_KEYSPACE:-cinedex}", cassandra.keyspace())
            .replace("${CASSANDRA_USERNAME:-}", requireNonNullElse(cassandra.username(), ""))
            .replace(
                "${CASSANDRA_PASSWORD_FILE:-}", requireNonNullElse(cassandra.passwordFile(), "")));
    return file.toString();
  }

  /** Reads a configuration as a command does. */
  public static CinedexConfiguration read(String configuration) throws Exception {
    Bootstrap<CinedexConfiguration> bootstrap = bootstrap();
    return bootstrap
        .getConfigurationFactoryFactory()
        .create(
            CinedexConfiguration.class,
            bootstrap.getValidatorFactory().getValidator(),
            bootstrap.getObjectMapper(),
            "dw")
        .build(bootstrap.getConfigurationSourceProvider(), configuration);
  }

  /** In this process: a JVM takes longer to start than most of what is done. */
  public static Ended run(List<String> arguments) throws Exception {
    Bootstrap<CinedexConfiguration> bootstrap = bootstrap();
    PrintStream out = System.out;
    PrintStream err = System.err;
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    PrintStream both = new PrintStream(output, true, StandardCharsets.UTF_8);
    System.setOut(both);
    System.setErr(both);
    try {
      Optional<Throwable> failure =
          new Cli(new JarLocation(Commands.class), bootstrap, both, both)
              .run(arguments.toArray(String[]::new));
      return new Ended(
          failure.map(CommandErrors::exitCode).orElse(0), output.toString(StandardCharsets.UTF_8));
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
  }

  private static Bootstrap<CinedexConfiguration> bootstrap() {
    Bootstrap<CinedexConfiguration> bootstrap = new Bootstrap<>(new CinedexApplication());
    bootstrap.getApplication().initialize(bootstrap);
    // Under another prefix than "dw", under which other tests override the configuration.
    bootstrap.setConfigurationFactoryFactory(
        (type, validator, mapper, prefix) ->
            new YamlConfigurationFactory<>(type, validator, mapper, "cli"));
    return bootstrap;
  }

  /** In a process of its own. */
  static Ended runProcess(CassandraFactory cassandra, List<String> arguments) throws Exception {
    return runProcess(cassandra, Map.of(), arguments);
  }

  /** Runs a command in a process of its own, with some more variables of the environment. */
  static Ended runProcess(
      CassandraFactory cassandra, Map<String, String> environment, List<String> arguments)
      throws Exception {
    Process process = TestProcess.java(cassandra, environment, CinedexApplication.class, arguments);
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(300, TimeUnit.SECONDS)).isTrue();
    return new Ended(process.exitValue(), output);
  }
}
