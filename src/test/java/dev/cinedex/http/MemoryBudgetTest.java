package dev.cinedex.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.cinedex.metrics.Metrics;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class MemoryBudgetTest {
  private static final long MEBIBYTE = 1 << 20;

  /** What a large request may take of the memory for reads; the rest is for small ones. */
  private static final long LARGEST_READ = 7 * MEBIBYTE / 2;

  /** The memory of a body that is not reserved. */
  private static final int SMALL = 8_192;

  private final MemoryBudget budget = new MemoryBudget(16 * MEBIBYTE, Limits.DEFAULT);

  @Test
  void allRequestsTogetherMayTakeHalfOfTheHeap() throws InterruptedException {
    assertThat(budget.bodies().tryTake(3 * MEBIBYTE / 2)).isTrue();
    for (MemoryBudget.Share share : List.of(budget.operations(), budget.reads(), budget.writes())) {
      long taken = share.take(1L << 50);
      assertThat(share.takeSmall(taken / 7)).isTrue();
    }

    assertThat(budget.reservedBytes()).isEqualTo(8 * MEBIBYTE);
    assertThat(budget.bodies().tryTake(1)).isFalse();
    assertThat(budget.reads().takeSmall(1)).isFalse();
    assertThat(budget.reads().take(1)).isEqualTo(-1);
  }

  @Test
  void aRequestThatNeedsMoreThanThereIsRunsAlone() throws InterruptedException {
    assertThat(budget.reads().take(1L << 50)).isEqualTo(LARGEST_READ);
    budget.reads().give(LARGEST_READ);

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
  void smallRequestsRunWhileLargeOnesWaitAndDoNotKeepThemOut() throws Exception {
    long taken = budget.reads().take(LARGEST_READ);
    CompletableFuture<Long> large = taking(budget.reads(), LARGEST_READ);
    await().until(() -> budget.reads().waiting() == 1);
    RequestPermit small = permit(new Semaphore(0));

    small.reserve(MEBIBYTE / 4);
    assertThat(large).isNotDone();
    budget.reads().give(taken);
    assertThat(large).succeedsWithin(1, TimeUnit.SECONDS).isEqualTo(LARGEST_READ);

    small.release();
    assertThat(budget.reservedBytes()).isEqualTo(LARGEST_READ);
  }

  private RequestPermit permit(Semaphore held) {
    return new RequestPermit(held, held, budget.reads(), cost -> {}, new Metrics());
  }

  /** A request of 3 MiB, in a thread of its own. */
  private static CompletableFuture<Void> reserving(RequestPermit permit) {
    return CompletableFuture.runAsync(() -> permit.reserve(3 * MEBIBYTE), MemoryBudgetTest::run);
  }

  @Test
  void aLargeRequestThatWaitsComesBeforeThoseThatCameLater() throws Exception {
    long taken = budget.reads().take(3 * MEBIBYTE);
    CompletableFuture<Long> large = taking(budget.reads(), 3 * MEBIBYTE);
    await().until(() -> budget.reads().waiting() == 1);

    assertThat(budget.reads().takeNow(1_024)).isEqualTo(-1);
    budget.reads().give(taken);
    assertThat(large.get()).isEqualTo(3 * MEBIBYTE);
  }

  @Test
  void asManyRequestsWaitForMemoryAsMayRun() throws Exception {
    MemoryBudget.Share operations = budget.operations();
    long taken = operations.take(1L << 50);
    List<CompletableFuture<Long>> waiting =
        Stream.generate(() -> taking(operations, 1_024)).limit(Limits.OPERATIONS).toList();
    await().until(() -> operations.waiting() == Limits.OPERATIONS);

    assertThat(taking(operations, 1)).succeedsWithin(1, TimeUnit.SECONDS).isEqualTo(-1L);
    operations.give(taken);
    assertThat(waiting).allSatisfy(one -> assertThat(one.get()).isEqualTo(1_024L));
  }

  @Test
  void aRequestThatWaitsForMemoryLeavesItsPermitToAnotherOne() throws Exception {
    Semaphore permits = new Semaphore(0);
    RequestPermit permit = permit(permits);
    long taken = budget.reads().take(LARGEST_READ);
    CompletableFuture<Void> request = reserving(permit);
    await().until(() -> permits.availablePermits() == 1);

    budget.reads().give(taken);
    assertThat(request).succeedsWithin(1, TimeUnit.SECONDS);
    assertThat(permits.availablePermits()).as("permits while it runs").isZero();
    permit.release();
    assertThat(permits.availablePermits()).isEqualTo(1);
    assertThat(budget.reservedBytes()).isZero();
  }

  @Test
  void aRequestIsRefusedWhenAnotherOneHasItsPermitAfterItWaited() throws Exception {
    Semaphore permits = new Semaphore(0);
    RequestPermit permit = permit(permits);
    long taken = budget.reads().take(LARGEST_READ);
    CompletableFuture<Void> request = reserving(permit);
    await().until(permits::tryAcquire);

    budget.reads().give(taken);
    assertThat(request).failsWithin(5, TimeUnit.SECONDS);
    permit.release();
    assertThat(permits.availablePermits()).as("permits that were never its own").isZero();
    assertThat(budget.reservedBytes()).isZero();
  }

  private static void run(Runnable task) {
    new Thread(task, "a request").start();
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
        MemoryBudgetTest::run);
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
    RequestPermit permit = permit(new Semaphore(0));
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
    budget.reads().take(4 * MEBIBYTE);
    RequestPermit permit = permit(new Semaphore(0));

    assertThatThrownBy(() -> permit.reserve(MEBIBYTE)).isInstanceOf(ProblemException.class);
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
