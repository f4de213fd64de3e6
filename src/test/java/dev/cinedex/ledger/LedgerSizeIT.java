package dev.cinedex.ledger;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movie;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The size of the ledger is estimated without reading it whole. */
class LedgerSizeIT {
  private final CqlSession session = TestCassandra.newSession(Tables.shipped());
  private final Ledger ledger = new Ledger(session, Movie.ENTITY);

  @AfterEach
  void close() {
    session.close();
  }

  @Test
  void aSmallLedgerIsCountedAndALargeOneEstimated() {
    assertThat(ledger.estimatedSize()).isZero();

    write(0, 120);
    assertThat(ledger.estimatedSize()).isEqualTo(120);

    write(120, 4_000);
    assertThat(ledger.estimatedSize()).isCloseTo(4_000, withinPercentage(10));
  }

  private void write(int from, int to) {
    PreparedStatement insert =
        session.prepare("INSERT INTO movies (movie_id, version) VALUES (?, 1)");
    List<CompletionStage<AsyncResultSet>> writes =
        IntStream.range(from, to)
            .mapToObj(i -> UUID.nameUUIDFromBytes(String.valueOf(i).getBytes(UTF_8)))
            .map(id -> session.executeAsync(insert.bind(id)))
            .toList();
    writes.forEach(write -> write.toCompletableFuture().join());
  }
}
