package dev.cinedex.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.DriverTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
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
}
