package dev.cinedex.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.catalog.Schema;
import dev.cinedex.cli.Commands.Ended;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movie;
import dev.cinedex.testing.ThoroughTest;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that hold no movies end with exit code 1, and name the first line that is wrong. */
class HostileFilesIT {
  private static final String MOVIE =
      "{\"title\":\"Heat\",\"releaseYear\":1995,\"genres\":[\"Crime\"]}\n";

  private final CassandraFactory cassandra = TestCassandra.factory(TestCassandra.newKeyspace());
  @TempDir private Path directory;

  @BeforeEach
  void createTables() {
    new Schema(cassandra, Movie.ENTITY, Tables.shipped()).apply(created -> {});
  }

  @Test
  void binaryDataIsRejectedLineByLine() throws Exception {
    byte[] data = new byte[20_000];
    new Random(1).nextBytes(data);
    Path file = Files.write(directory.resolve("movies.ndjson"), data);

    Ended ended = importFile(file);

    assertThat(ended.exitCode()).as(ended.output()).isEqualTo(1);
    assertThat(ended.output()).contains("lines were rejected: see " + file).doesNotContain("\tat ");
    assertThat(firstReject(file).get("line").asLong()).isEqualTo(1);
  }

  @Test
  void aLineWithoutEndIsSkipped() throws Exception {
    Path file = directory.resolve("movies.ndjson.gz");
    try (OutputStream out = gzip(file)) {
      out.write(MOVIE.getBytes(UTF_8));
      byte[] mebibyte = "x".repeat(1 << 20).getBytes(UTF_8);
      for (int i = 0; i < 120; i++) {
        out.write(mebibyte);
      }
      out.write(("\n" + MOVIE.replace("Heat", "Ronin")).getBytes(UTF_8));
    }
    assertThat(Files.size(file)).isLessThan(1 << 20);

    Ended ended = importFile(file);

    assertThat(ended.exitCode()).as(ended.output()).isEqualTo(1);
    assertThat(ended.output()).contains("3 read, 2 written, 0 unchanged, 1 rejected");
    assertThat(firstReject(file).get("line").asLong()).isEqualTo(2);
    assertThat(Files.size(rejects(file))).isLessThan(2 << 20);
  }

  @ThoroughTest
  void rejectsWithoutEndEndTheImport() throws Exception {
    Path file = directory.resolve("movies.ndjson.gz");
    try (OutputStream out = gzip(file)) {
      byte[] lines = ("x".repeat(1_023) + "\n").repeat(1 << 10).getBytes(UTF_8);
      for (int i = 0; i < 100; i++) {
        out.write(lines);
      }
    }

    Ended ended = importFile(file);

    assertThat(ended.exitCode()).as(ended.output()).isEqualTo(1);
    assertThat(ended.output()).containsPattern("Line \\d+ is rejected .*: the import ends here");
    assertThat(Files.size(rejects(file))).isLessThanOrEqualTo(Rejects.MOST_BYTES);
  }

  private Ended importFile(Path file) throws Exception {
    String config = Commands.configuration(directory, cassandra, "");
    return Commands.run(List.of("import", config, file.toString()));
  }

  private static OutputStream gzip(Path file) throws IOException {
    return new GZIPOutputStream(Files.newOutputStream(file));
  }

  private static Path rejects(Path file) {
    return file.resolveSibling(file.getFileName() + ".rejects.ndjson");
  }

  private static JsonNode firstReject(Path file) throws IOException {
    return new ObjectMapper().readTree(Files.readAllLines(rejects(file)).get(0));
  }
}
