package dev.cinedex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.catalog.Schema;
import dev.cinedex.cli.Commands.Ended;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movie;
import dev.cinedex.movie.Movies;
import dev.cinedex.testing.ThoroughTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command {@code import}, with a table that makes a large movie too costly. */
class CostlyImportIT {
  private final CassandraFactory cassandra = TestCassandra.factory(TestCassandra.newKeyspace());
  @TempDir private Path directory;

  @Test
  void aMovieWhoseRowsAreTooLargeIsRejected() throws Exception {
    String configuration = configuration();
    List<String> lines =
        List.of(Movies.json("Small", List.of("Drama"), List.of("x")), large("Large"));
    Path file = Files.write(directory.resolve("movies.ndjson"), lines);

    Ended ended = Commands.run(List.of("import", configuration, file.toString()));

    assertThat(ended.exitCode()).as(ended.output()).isEqualTo(1);
    assertThat(ended.output()).contains("2 read, 1 written, 0 unchanged, 1 rejected");
    assertThat(Files.readString(directory.resolve("movies.ndjson.rejects.ndjson")))
        .contains("\"line\":2", "10000 rows", "in movies_by_cast");
  }

  @ThoroughTest
  void aMovieWhoseRejectIsOneTooManyEndsTheImport() throws Exception {
    List<String> lines = new ArrayList<>(Collections.nCopies(67, "x".repeat(1_000_000)));
    for (int i = 0; i < 8; i++) { // the rejects have room for some of them
      lines.add(large("Large " + i));
    }
    Path file = Files.write(directory.resolve("movies.ndjson"), lines);

    Ended ended = Commands.run(List.of("import", configuration(), file.toString()));

    assertThat(ended.exitCode()).as(ended.output()).isEqualTo(1);
    assertThat(ended.output())
        .containsPattern("Line (6[89]|7.) is rejected .*10000 rows.*: the import ends here")
        .doesNotContain("The import stopped");
  }

  private String configuration() throws IOException {
    String declared = "  movies_by_cast: {partition: [actor, genre], columns: all}\n";
    String configuration = Commands.configuration(directory, cassandra, declared);
    new Schema(cassandra, Movie.ENTITY, Tables.ofConfiguration(Path.of(configuration)))
        .apply(created -> {});
    return configuration;
  }

  /** Returns a movie whose rows are too large. */
  private static String large(String title) {
    return Movies.json(title, Movies.cast("Genre", 20), Movies.cast("é".repeat(26), 500));
  }
}
