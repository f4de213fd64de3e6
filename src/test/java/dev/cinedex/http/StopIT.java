package dev.cinedex.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.SlowLink;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.http.HttpConnection.Answer;
import dev.cinedex.instance.CinedexConfiguration;
import dev.cinedex.ledger.InStep;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Tables;
import io.dropwizard.testing.DropwizardTestSupport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A service that stops ends the work that its writes left to the background. */
class StopIT {
  private static final String MOVIE =
      "{\"title\":\"Last\",\"releaseYear\":2000,\"genres\":[\"Drama\"],\"actors\":[\"Nobody\"]}";

  @TempDir private Path directory;

  @Test
  void rowsOfAsyncTablesAreWrittenBeforeTheSessionCloses() throws Exception {
    Path config = configurationWithAnAsyncTable();
    List<LookupTable> tables = Tables.ofConfiguration(config);
    CassandraFactory cassandra = TestCassandra.factory(TestCassandra.newKeyspace());
    try (SlowLink link = new SlowLink(TestCassandra.address())) {
      DropwizardTestSupport<CinedexConfiguration> service =
          TestService.start(cassandra, link.contactPoint(), config.toString(), tables);
      try {
        link.delay(Duration.ofMillis(300));
        assertThat(put(service.getLocalPort()).status()).isEqualTo(201);
      } finally {
        service.after();
      }
    }
    try (CqlSession session = cassandra.connect()) {
      InStep.assertInStep(session, tables);
    }
  }

  private Path configurationWithAnAsyncTable() throws IOException {
    return Files.writeString(
        directory.resolve("config.yml"),
        Files.readString(Path.of("config.yml"))
            .replace(
                "\nlookups:\n",
                "\nlookups:\n  movies_by_title: {partition: title, maintenance: async}\n"));
  }

  private static Answer put(int port) throws IOException {
    try (HttpConnection connection = new HttpConnection(port)) {
      return connection.send(
          "PUT /movies/4f0cc7b6-45ba-4a12-8bf6-c5a45815028c HTTP/1.1\r\nHost: localhost\r\n"
              + "Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
                  .formatted(MOVIE.length(), MOVIE));
    }
  }
}
