package dev.cinedex.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.cinedex.metrics.Metrics;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class MemoryBudgetTest {
  private static final long MEBIBYTE = 1 << 20;

  /** The memory of a body that is not reserved. */
  private static final int SMALL = 8_192;

  private final MemoryBudget budget = new MemoryBudget(16 * MEBIBYTE, Limits.DEFAULT);

  @Test
  void allRequestsTogetherMayTakeHalfOfTheHeap() throws InterruptedException {
    assertThat(budget.bodies().tryTake(3 * MEBIBYTE / 2)).isTrue();
    assertThat(budget.operations().take(MEBIBYTE / 2)).isEqualTo(MEBIBYTE / 2);
    assertThat(budget.reads().take(4 * MEBIBYTE)).isEqualTo(4 * MEBIBYTE);
    assertThat(budget.writes().take(2 * MEBIBYTE)).isEqualTo(2 * MEBIBYTE);

    assertThat(budget.reservedBytes()).isEqualTo(8 * MEBIBYTE);
    assertThat(budget.bodies().tryTake(1)).isFalse();
    assertThat(budget.reads().take(1)).isEqualTo(-1);
  }

  @Test
  void aRequestThatNeedsMoreThanThereIsRunsAlone() throws InterruptedException {
    assertThat(budget.reads().take(1L << 50)).isEqualTo(4 * MEBIBYTE);
    budget.reads().give(4 * MEBIBYTE);

    assertThat(budget.reservedBytes()).isZero();
  }

  @Test
  void aRequestWaitsForMemoryThatAnotherOneGivesBack() throws Exception {
    long taken = budget.reads().take(3 * MEBIBYTE);
    CompletableFuture<Long> waiting = taking(budget.reads(), 2 * MEBIBYTE);
    budget.reads().give(taken);

    assertThat(waiting.get()).isEqualTo(2 * MEBIBYTE);
  }

  @Test
  void aSmallRequestDoesNotWaitBehindALargeOne() throws Exception {
    long taken = budget.reads().take(2 * MEBIBYTE);
    CompletableFuture<Long> large = taking(budget.reads(), 4 * MEBIBYTE);
    await().until(() -> budget.reads().waiting() == 1);

    assertThat(taking(budget.reads(), 1_024)).succeedsWithin(1, TimeUnit.SECONDS).isEqualTo(1_024L);
    assertThat(large).as("the large one").isNotDone();
    budget.reads().give(taken + 1_024);
    assertThat(large.get()).isEqualTo(4 * MEBIBYTE);
  }

  @Test
  void halfOfTheRequestsNeverWaitForMemory() throws Exception {
    MemoryBudget.Share operations = budget.operations();
    long taken = operations.take(MEBIBYTE / 2);
    List<CompletableFuture<Long>> waiting =
        List.of(taking(operations, MEBIBYTE / 2), taking(operations, MEBIBYTE / 2));
    await().until(() -> operations.waiting() == 2);

    assertThat(taking(operations, 1)).succeedsWithin(1, TimeUnit.SECONDS).isEqualTo(-1L);
    assertThat(waiting).noneMatch(CompletableFuture::isDone);
    operations.give(taken);
    CompletableFuture.anyOf(waiting.toArray(CompletableFuture[]::new)).get();
  }

  private static CompletableFuture<Long> taking(MemoryBudget.Share share, long bytes) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return share.take(bytes);
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
        },
        task -> new Thread(task, "a request").start());
  }

  @Test
  void bytesAreReservedInKibibytes() {
    assertThat(MemoryBudget.Share.rounded(0)).isZero();
    assertThat(MemoryBudget.Share.rounded(1)).isEqualTo(1_024);
    assertThat(MemoryBudget.Share.rounded(1_024)).isEqualTo(1_024);
    assertThat(MemoryBudget.Share.rounded(1_025)).isEqualTo(2_048);
  }

  @Test
  void aRequestKeepsWhatItsAnswerTakesUntilItEnds() throws InterruptedException {
    Semaphore one = new Semaphore(0);
    RequestPermit permit = new RequestPermit(one, one, budget.reads(), new Metrics());
    permit.reserve(MEBIBYTE);
    permit.keepOnly(10_000);
    assertThat(budget.reservedBytes()).isEqualTo(10 * 1_024);
    permit.keepOnly(20_000);
    assertThat(budget.reservedBytes()).isEqualTo(10 * 1_024);

    permit.release();
    assertThat(budget.reservedBytes()).isZero();
  }

  @Test
  void aRequestIsRefusedWhenOthersHaveReservedTheMemory() throws InterruptedException {
    Semaphore one = new Semaphore(0);
    budget.reads().take(4 * MEBIBYTE);
    RequestPermit permit = new RequestPermit(one, one, budget.reads(), new Metrics());

    assertThatThrownBy(() -> permit.reserve(1)).isInstanceOf(ProblemException.class);
  }

  @Test
  void aBodyReservesWhatHasArrivedUntilItsRequestEnds() {
    BodyReservation body = new BodyReservation(budget.bodies());
    assertThat(body.growTo(SMALL + 1_000)).isTrue();
    assertThat(body.growTo(SMALL + 1_500)).isTrue();
    assertThat(body.growTo(SMALL + 1_200)).isTrue();
    assertThat(budget.reservedBytes()).isEqualTo(2_048);
    assertThat(body.growTo(3 * MEBIBYTE)).isFalse();

    body.end();
    assertThat(budget.reservedBytes()).isZero();
    assertThat(body.growTo(1)).as("after its end").isFalse();
  }

  @Test
  void aSmallBodyIsReadWhenLargeOnesHaveReservedTheMemory() {
    budget.bodies().tryTake(3 * MEBIBYTE / 2);
    BodyReservation body = new BodyReservation(budget.bodies());

    assertThat(body.growTo(SMALL)).isTrue();
    assertThat(body.growTo(SMALL + 1)).isFalse();
  }
}
