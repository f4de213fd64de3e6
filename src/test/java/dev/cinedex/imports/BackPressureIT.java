package dev.cinedex.imports;

import static com.datastax.oss.driver.api.core.servererrors.DefaultWriteType.SIMPLE;
import static dev.cinedex.testing.TestSession.writeTimeout;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.servererrors.DefaultWriteType;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.files.Format;
import dev.cinedex.files.ListText;
import dev.cinedex.ledger.InStep;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.MovieJson;
import dev.cinedex.testing.TestInstance;
import dev.cinedex.testing.TestSession;
import java.io.ByteArrayInputStream;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** While Cassandra times out, an import writes fewer movies at the same time; then more again. */
@Tag("thorough")
class BackPressureIT {
  private static final String NOTE = "INSERT INTO unsettled_movies";
  private static final List<LookupTable> TABLES = Tables.shipped();

  private final CqlSession real = TestCassandra.newSession(TABLES);
  private final TestSession session = new TestSession(real);
  private final MovieJson json = TestInstance.json();
  private final AdaptiveLimit limit = new AdaptiveLimit(ImportRun.WRITERS);
  private final MovieWrites writes = new MovieWrites(TestInstance.on(session).writer(), limit);

  @AfterEach
  void close() {
    real.close();
  }

  @Test
  void timeoutsLowerTheLimitAndSuccessRaisesIt() throws Exception {
    session.fail(writeTimeout(SIMPLE)).times(3).whenQueryStartsWith(NOTE);

    write(0);
    int lowered = limit.now();
    for (int i = 1; i < 100; i++) {
      write(i);
    }

    assertThat(lowered).isEqualTo(ImportRun.WRITERS / 8);
    assertThat(limit.now()).isGreaterThan(2 * lowered);
  }

  private void write(int number) throws Exception {
    ImportedMovie movie =
        new LineParser(json::read, json, null).parse(line(number).getBytes(UTF_8));
    writes.write(UUID.randomUUID(), Existing.REPLACE.change(movie.state()));
  }

  @Test
  void anImportGoesOnThroughTimeouts() {
    session.fail(writeTimeout(SIMPLE)).times(60).whenQueryStartsWith(NOTE);
    session
        .fail(writeTimeout(DefaultWriteType.UNLOGGED_BATCH))
        .times(10) // of notes that go together
        .whenQueryStartsWith(TestSession.UNLOGGED_BATCH);
    String file =
        IntStream.range(0, 500).mapToObj(BackPressureIT::line).collect(Collectors.joining("\n"));
    ImportOptions options =
        new ImportOptions(Format.NDJSON, new ListText('|'), Existing.REPLACE, null);

    ImportSummary summary =
        new ImportRun(writes, json, options, Checkpoint.START, new IgnoringListener())
            .run(new ByteArrayInputStream(file.getBytes(UTF_8)));

    assertThat(summary.written()).isEqualTo(500);
    assertThat(limit.now()).isLessThan(ImportRun.WRITERS);
    InStep.assertInStep(real, TABLES);
  }

  private static String line(int number) {
    return "{\"title\":\"Movie %d\",\"releaseYear\":1995,\"genres\":[\"Crime\"]}".formatted(number);
  }
}
