package dev.cinedex.cassandra;

import static com.google.common.util.concurrent.Uninterruptibles.awaitUninterruptibly;
import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.DriverTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PeriodicTaskTest {
  private static final int PASSES = 5;

  @Test
  void thePausesDoubleWhileCassandraFails() throws InterruptedException {
    Duration interval = Duration.ofMillis(20);
    List<Long> passes = new CopyOnWriteArrayList<>();
    CountDownLatch enough = new CountDownLatch(PASSES);
    PeriodicTask background =
        new PeriodicTask(
            "test",
            interval,
            () -> {
              passes.add(System.nanoTime());
              enough.countDown();
              throw new DriverTimeoutException("no answer");
            });

    background.start();
    boolean done = enough.await(1, TimeUnit.MINUTES);
    background.stop(Duration.ofSeconds(5));

    assertThat(done).isTrue();
    for (int pass = 1; pass < PASSES; pass++) {
      Duration pause = Duration.ofNanos(passes.get(pass) - passes.get(pass - 1));
      assertThat(pause).isGreaterThanOrEqualTo(interval.multipliedBy(1L << pass));
    }
  }

  @Test
  void aTaskWithItsOwnHandlerKeepsItsInterval() throws InterruptedException {
    CountDownLatch failures = new CountDownLatch(PASSES);
    PeriodicTask task =
        new PeriodicTask(
            "test",
            Duration.ofMillis(1),
            () -> {
              throw new DriverTimeoutException("no answer");
            },
            failure -> failures.countDown());

    task.start();

    assertThat(failures.await(1, TimeUnit.MINUTES)).isTrue();
    assertThat(task.stop(Duration.ofSeconds(5))).isTrue();
  }

  @Test
  void aPassCanEndItsTask() throws InterruptedException {
    List<PeriodicTask> task = new CopyOnWriteArrayList<>();
    CountDownLatch passes = new CountDownLatch(2);
    task.add(
        new PeriodicTask(
            "test",
            Duration.ofMillis(1),
            () -> {
              passes.countDown();
              task.get(0).cancel();
            }));

    task.get(0).startAfter(Duration.ofMillis(1));

    assertThat(passes.await(50, TimeUnit.MILLISECONDS)).isFalse();
    assertThat(passes.getCount()).isEqualTo(1);
  }

  @Test
  void stopTellsWhetherThePassHasEnded() throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    PeriodicTask task =
        new PeriodicTask(
            "test",
            Duration.ofMillis(1),
            () -> {
              begun.countDown();
              awaitUninterruptibly(end);
            });
    task.start();
    assertThat(begun.await(1, TimeUnit.MINUTES)).isTrue();

    assertThat(task.stop(Duration.ofMillis(10))).isFalse();
    end.countDown();
    assertThat(task.stop(Duration.ofMinutes(1))).isTrue();
  }

  @Test
  void aWokenTaskRunsBeforeItsInterval() throws InterruptedException {
    Semaphore passes = new Semaphore(0);
    PeriodicTask task = new PeriodicTask("test", Duration.ofHours(1), passes::release);
    task.start();
    assertThat(passes.tryAcquire(1, TimeUnit.MINUTES)).isTrue();

    task.wake();

    assertThat(passes.tryAcquire(1, TimeUnit.MINUTES)).isTrue();
    assertThat(task.stop(Duration.ofSeconds(5))).isTrue();
  }
}
