package dev.cinedex.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.datastax.oss.driver.api.core.DriverTimeoutException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ThrottleTest {
  private static final int CHUNK = 1000;

  private final AtomicLong nanos = new AtomicLong();
  private final List<@Nullable String> said = new ArrayList<>();
  private final JobDao jobs =
      (JobDao)
          Proxy.newProxyInstance(
              JobDao.class.getClassLoader(),
              new Class<?>[] {JobDao.class},
              (proxy, method, arguments) -> {
                assertThat(method.getName()).isEqualTo("report");
                said.add((String) arguments[1]);
                return true;
              });
  private final JobLease mine = new JobLease(jobs, UUID.randomUUID(), "mine");
  private final Throttle throttle = new Throttle(0, mine, nanos::get);

  @Test
  void aJobGoesHalfAsFastAsItWentWhenCassandraDoesNotKeepUp() throws Exception {
    goFor(50); // 10,000 rows a second

    failOnce();

    // what succeeded at last counts, too
    assertThat(throttle.rate()).isCloseTo(1.1 * 10_000 / 2, within(500.0));
    assertThat(said).hasSize(2).last().isNull();
    assertThat(said.get(0)).contains("too slow");
  }

  @Test
  void failuresOfOneTroubleSlowItDownOnce() throws Exception {
    goFor(50);

    failOnce();
    failOnce();

    assertThat(throttle.rate()).isGreaterThan(5_000);
  }

  @Test
  void itRecoversUpToItsLimitAndNotBeyond() throws Exception {
    Throttle limited = new Throttle(2_000, mine, nanos::get);
    for (int i = 0; i < 30; i++) {
      limited.run(1, () -> nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(100)));
    }
    AtomicInteger tries = new AtomicInteger();

    limited.run(1, () -> fail(tries));
    assertThat(limited.rate()).isLessThan(20);
    for (int i = 0; i < 60; i++) {
      limited.run(0, () -> true);
    }

    assertThat(limited.rate()).isEqualTo(2_000);
  }

  @Test
  void anErrorThatWaitingDoesNotCureIsNotRetried() {
    assertThatThrownBy(
            () ->
                throttle.run(
                    1,
                    () -> {
                      throw new IllegalStateException("ours");
                    }))
        .hasMessage("ours");
    assertThat(said).isEmpty();
  }

  /** The pace protects Cassandra, and so it is the job's and not the instance's. */
  @Test
  void theInstancesThatWorkOnAJobDivideItsPace() throws Exception {
    JobRow row =
        new JobRow(UUID.randomUUID(), "t", "verify", "{}", "running", null, null, four(), null);
    JobDao shared =
        (JobDao)
            Proxy.newProxyInstance(
                JobDao.class.getClassLoader(),
                new Class<?>[] {JobDao.class},
                (proxy, method, arguments) -> method.getName().equals("find") ? row : true);
    JobLease lease = new JobLease(shared, row.jobId(), "mine");
    Throttle alone = new Throttle(2_000, lease, nanos::get);
    assertThat(alone.rate()).isEqualTo(2_000);

    lease.work();
    alone.run(0, () -> true);

    assertThat(alone.rate()).isEqualTo(500);
  }

  @Test
  void whoWaitsForItsPaceDoesNotUseTheProcessor() throws Exception {
    Throttle limited = new Throttle(10, mine, nanos::get);
    limited.run(15, () -> true); // the next one waits for a second and a half
    long begun = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();

    limited.run(1, () -> true);

    long used = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - begun;
    assertThat(used).isLessThan(TimeUnit.MILLISECONDS.toNanos(500));
  }

  private static Set<String> four() {
    return Set.of("a", "b", "c", "d");
  }

  private void goFor(int chunks) throws InterruptedException {
    for (int i = 0; i < chunks; i++) {
      throttle.run(CHUNK, () -> nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(100)));
    }
  }

  private void failOnce() throws InterruptedException {
    AtomicInteger tries = new AtomicInteger();
    throttle.run(0, () -> fail(tries));
  }

  private static int fail(AtomicInteger tries) {
    if (tries.getAndIncrement() == 0) {
      throw new DriverTimeoutException("too slow");
    }
    return tries.get();
  }
}
