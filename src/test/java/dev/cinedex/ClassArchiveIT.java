package dev.cinedex;

import static dev.cinedex.testing.Json.quoted;
import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.catalog.Schema;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movie;
import dev.cinedex.testing.ThoroughTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The jar with the archive of classes beside it. With the system property {@code classes}, the list
 * from which the archive is made is written anew to the file that it names.
 */
class ClassArchiveIT {
  private static final Path LIST = Path.of("src", "main", "jvm", "classes.list");
  private static final CassandraFactory CASSANDRA =
      TestCassandra.factory(TestCassandra.newKeyspace());

  /** Classes that a JVM makes while it runs: no archive can have them. */
  private static final Predicate<String> MADE =
      Pattern.compile("0x|Generated.*Accessor|\\$Proxy").asPredicate();

  @TempDir private Path directory;

  @BeforeAll
  static void createTheSchema() {
    new Schema(CASSANDRA, Movie.ENTITY, Tables.shipped()).apply(created -> {});
  }

  @Test
  void aServiceFindsItsClassesInTheArchive() throws Exception {
    Path log = directory.resolve("classes.log");
    try (StartedJar service =
        StartedJar.start(CASSANDRA, List.of(logTo(log)), "server", "config.yml")) {
      service.awaitReady();

      assertThat(service.hasTheArchive()).isTrue();
      assertThat(archived(log)).isGreaterThan(0.95);
      service.process().destroy();
      assertThat(service.exitCode()).isEqualTo(143); // by SIGTERM
    }
  }

  private static String logTo(Path file) {
    return "-Xlog:class+load:file=" + file;
  }

  /** Returns the part of the classes that came from an archive. */
  private static double archived(Path log) throws IOException {
    try (Stream<String> lines = Files.lines(log)) {
      List<Boolean> archived =
          lines
              .filter(line -> line.contains(" source: ") && !MADE.test(line))
              .map(line -> line.contains("shared objects file"))
              .toList();
      return (double) archived.stream().filter(Boolean::booleanValue).count() / archived.size();
    }
  }

  @Test
  void aCommandReadsItsInputAndEndsAsItWould() throws Exception {
    try (StartedJar command = StartedJar.start(CASSANDRA, List.of(), "import", "config.yml", "-")) {
      command.input(quoted("{'title':'Piped','releaseYear':2000,'genres':['G']}\n"));

      assertThat(command.output()).contains("1 read, 1 written");
      assertThat(command.exitCode()).isZero();
    }
    try (CqlSession session = CASSANDRA.connect()) {
      assertThat(session.execute("SELECT title FROM movies"))
          .extracting(movie -> movie.getString("title"))
          .contains("Piped");
    }
  }

  @ThoroughTest
  void aCommandThatFailsPrintsOneLineAndHasItsExitCode() throws Exception {
    try (StartedJar command =
        StartedJar.start(CASSANDRA, List.of(), "lookups", "retire", "nothing", "config.yml")) {
      assertThat(command.output().lines()).hasSize(1).first().asString().contains("'nothing'");
      assertThat(command.exitCode()).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @Tag("thorough")
  @ValueSource(strings = {"-Xshare:auto", "-XX:StartFlightRecording"})
  void aJvmWithAnOptionThatSpeaksAgainstItIsLeftAlone(String option) throws Exception {
    try (StartedJar service =
        StartedJar.start(CASSANDRA, List.of(option), "server", "config.yml")) {
      service.awaitReady();

      assertThat(service.hasTheArchive()).isFalse();
    }
  }

  @Test
  void theListHasTheClassesOfAServiceThatHasAnsweredAndOfACommand() throws Exception {
    Set<String> loaded = new TreeSet<>(loadedByAService());
    loaded.addAll(loadedByACommand());
    String list = System.getProperty("classes");
    if (list != null) {
      Files.write(Path.of(list), loaded);
    }

    Set<String> listed = names(Files.readAllLines(LIST));

    Set<String> names = names(loaded);
    long known = names.stream().filter(listed::contains).count();
    assertThat((double) known / names.size())
        .as("run 'mvn test -Dtest=ClassArchiveIT -Dclasses=%s'", LIST)
        .isGreaterThan(0.95);
  }

  /** Without the lines about lambdas, whose numbers change with each line of code. */
  private static Set<String> names(java.util.Collection<String> lines) {
    return lines.stream().filter(line -> !line.startsWith("@")).collect(Collectors.toSet());
  }

  private List<String> loadedByAService() throws Exception {
    Path list = directory.resolve("service.list");
    try (StartedJar service =
        StartedJar.start(CASSANDRA, List.of(recordTo(list)), "server", "config.yml")) {
      service.awaitReady();
      for (String path :
          List.of("/actors/a/movies", "/genres/g/movies?read=verified", "/overview")) {
        TestProcess.send("GET", service.port(), path, "");
      }
      TestProcess.send(
          "POST",
          service.port(),
          "/movies",
          quoted("{'title':'Posted','releaseYear':2000,'genres':['G'],'actors':['A']}"));
      service.process().destroy();
      service.exitCode();
    }
    return recorded(list);
  }

  private List<String> loadedByACommand() throws Exception {
    Path list = directory.resolve("command.list");
    try (StartedJar command =
        StartedJar.start(CASSANDRA, List.of(recordTo(list)), "lookups", "list", "config.yml")) {
      assertThat(command.output()).contains("movies_by_actor ready");
      assertThat(command.exitCode()).isZero();
    }
    return recorded(list);
  }

  private static String recordTo(Path list) {
    return "-XX:DumpLoadedClassList=" + list;
  }

  /** The numbers of classes belong to one JVM. */
  private static List<String> recorded(Path list) throws IOException {
    try (Stream<String> lines = Files.lines(list)) {
      return lines
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.replaceAll(" id: .*", ""))
          .toList();
    }
  }
}
