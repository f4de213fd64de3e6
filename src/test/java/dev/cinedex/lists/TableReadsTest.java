package dev.cinedex.lists;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cinedex.lists.TableReads.Life;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TableReadsTest {
  private static final Duration NOT = Duration.ZERO;
  private static final Duration LONG = Duration.ofSeconds(20);

  private final ExecutorService thread = Executors.newSingleThreadExecutor();
  private final AtomicInteger reads = new AtomicInteger();
  private final CountDownLatch allowed = new CountDownLatch(1);
  private final Set<String> tables = new HashSet<>(Set.of("a", "b"));

  @AfterEach
  void stop() {
    thread.shutdownNow();
  }

  @Test
  void allWhoAskMeanwhileGetTheResultOfOneRead() throws Exception {
    TableReads<String, Integer> counts = reads(Life.OF_COUNTS);
    assertThatThrownBy(() -> counts.get("a", NOT)).isInstanceOf(TimeoutException.class);
    assertThatThrownBy(() -> counts.get("a", NOT)).isInstanceOf(TimeoutException.class);
    allowed.countDown();

    assertThat(counts.get("a", LONG).value()).isEqualTo(1);
    assertThat(counts.get("a", LONG).value()).isEqualTo(1);
  }

  @Test
  void theResultOfADroppedTableIsForgotten() throws Exception {
    TableReads<String, Integer> counts = reads(Life.OF_COUNTS);
    allowed.countDown();
    assertThat(counts.get("a", LONG).value()).isEqualTo(1);

    tables.remove("a");
    assertThat(counts.get("b", LONG).value()).isEqualTo(2);
    tables.add("a");
    assertThat(counts.get("a", LONG).value()).isEqualTo(3);
    assertThat(counts.get("b", LONG).value()).isEqualTo(2);
  }

  @Test
  void aSearchIsNotKeptForLaterRequests() throws Exception {
    TableReads<String, Integer> searches = reads(Life.OF_SEARCHES);
    allowed.countDown();
    assertThat(searches.get("a", LONG).value()).isEqualTo(1);
    Thread.sleep(500);

    assertThat(searches.get("a", LONG).value()).isEqualTo(2);
  }

  @Test
  void moreReadsThanMayWaitAreRejected() {
    TableReads<String, Integer> searches =
        new TableReads<>(
            key -> 0,
            Life.OF_SEARCHES,
            key -> true,
            task -> {
              throw new RejectedExecutionException();
            });

    assertThatThrownBy(() -> searches.get("a", LONG))
        .isInstanceOf(RejectedExecutionException.class);
  }

  private TableReads<String, Integer> reads(Life life) {
    return new TableReads<>(
        key -> {
          try {
            allowed.await();
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
          return reads.incrementAndGet();
        },
        life,
        tables::contains,
        thread);
  }
}
