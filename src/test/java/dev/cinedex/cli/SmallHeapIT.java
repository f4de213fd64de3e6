package dev.cinedex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.catalog.Schema;
import dev.cinedex.cli.Commands.Ended;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movie;
import dev.cinedex.testing.ThoroughTest;
import java.io.BufferedWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;

/** Commands that need the same memory for any number of movies. */
class SmallHeapIT {
  private static final int MOVIES = 12_000;

  /** The file of movies has 120 MB. */
  private static final String HEAP = "-Xmx64m -XX:+ExitOnOutOfMemoryError";

  private static final String SYNOPSIS = "A detective hunts a thief. ".repeat(370);

  private final CassandraFactory cassandra = TestCassandra.factory(TestCassandra.newKeyspace());

  @TempDir private Path directory;

  @ThoroughTest
  void moviesThatAreLargerThanTheHeapAreImportedAndExported() throws Exception {
    new Schema(cassandra, Movie.ENTITY, Tables.shipped()).apply(created -> {});
    Path movies = directory.resolve("movies.ndjson");
    write(movies);
    Path exported = directory.resolve("exported.ndjson");

    run("import", "config.yml", movies.toString());
    run("export", "movies", "config.yml", exported.toString());

    try (Stream<String> lines = Files.lines(exported)) {
      assertThat(lines.count()).isEqualTo(MOVIES);
    }
    assertThat(Files.size(exported)).isGreaterThan(Files.size(movies));
  }

  private static void write(Path file) throws Exception {
    try (BufferedWriter writer = Files.newBufferedWriter(file)) {
      for (int i = 0; i < MOVIES; i++) {
        writer.write(
            "{\"title\":\"Movie %d\",\"releaseYear\":1999,\"genres\":[\"Crime\"],\"actors\":[\"Actor %d\"],\"synopsis\":\"%s\"}%n"
                .formatted(i, i % 1_000, SYNOPSIS));
      }
    }
  }

  private void run(String... arguments) throws Exception {
    Ended ended = Commands.runProcess(cassandra, Map.of("_JAVA_OPTIONS", HEAP), List.of(arguments));
    assertThat(ended.exitCode()).as(ended.output()).isZero();
  }
}
