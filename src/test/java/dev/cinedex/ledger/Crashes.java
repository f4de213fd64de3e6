package dev.cinedex.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.util.concurrent.Uninterruptibles;
import dev.cinedex.entity.EntityState;
import dev.cinedex.testing.TestInstance;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Writers that stop permanently: like one whose process died, they do not even clean up. */
final class Crashes {
  private Crashes() {}

  /**
   * Starts a write of the movie and returns when it has stopped after the step.
   *
   * @param movie the state to write; null to delete it
   */
  static void writeAndCrashAfter(
      TestInstance instance, WriteStep last, UUID id, @Nullable EntityState movie) {
    CountDownLatch crashed = new CountDownLatch(1);
    EntityWriter writer =
        instance
            .after(
                last,
                () -> {
                  crashed.countDown();
                  Uninterruptibles.awaitUninterruptibly(new CountDownLatch(1));
                })
            .writer();
    Thread thread =
        new Thread(() -> writer.write(id, head -> Decision.write(movie)), "crashes after " + last);
    thread.setDaemon(true);
    thread.start();
    assertThat(Uninterruptibles.awaitUninterruptibly(crashed, 30, TimeUnit.SECONDS)).isTrue();
  }
}
