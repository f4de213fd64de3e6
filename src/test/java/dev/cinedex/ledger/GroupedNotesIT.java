package dev.cinedex.ledger;

import static dev.cinedex.testing.TestSession.UNLOGGED_BATCH;
import static dev.cinedex.testing.TestSession.writeTimeout;
import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.servererrors.DefaultWriteType;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movies;
import dev.cinedex.testing.TestInstance;
import dev.cinedex.testing.TestSession;
import java.util.Collection;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Writers whose notes go together. */
@Timeout(120)
class GroupedNotesIT {
  private static final int WRITERS = 16;

  private final CqlSession real = TestCassandra.newSession(Tables.shipped());
  private final TestSession session = new TestSession(real);
  private final TestInstance instance = TestInstance.on(session);
  private final Collection<UUID> written = new ConcurrentLinkedQueue<>();
  private final Collection<UUID> failed = new ConcurrentLinkedQueue<>();

  @AfterEach
  void close() {
    real.close();
  }

  @Test
  void ifAGroupOfNotesFailsNothingOfItIsClaimed() throws Exception {
    session
        .fail(writeTimeout(DefaultWriteType.UNLOGGED_BATCH))
        .always()
        .whenQueryStartsWith(UNLOGGED_BATCH);

    while (failed.isEmpty()) { // notes go together only when they meet
      writeAtOnce();
    }

    Ledger ledger = TestInstance.on(real).ledger();
    assertThat(failed).allMatch(id -> ledger.readSerial(id).version() == 0);
    assertThat(written).allMatch(id -> ledger.readSerial(id).exists());
  }

  private void writeAtOnce() throws InterruptedException {
    ExecutorService writers = Executors.newFixedThreadPool(WRITERS);
    for (int i = 0; i < 2 * WRITERS; i++) {
      writers.execute(
          () -> {
            UUID id = UUID.randomUUID();
            try {
              instance.writer().write(id, head -> Decision.write(Movies.heat()));
              written.add(id);
            } catch (DriverException e) {
              failed.add(id);
            }
          });
    }
    writers.shutdown();
    assertThat(writers.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
  }
}
