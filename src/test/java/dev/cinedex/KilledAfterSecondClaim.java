package dev.cinedex;

import dev.cinedex.ledger.WriteListener;
import dev.cinedex.ledger.WriteStep;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.atomic.AtomicInteger;

/** The service, killed (-9) between the claim and the batch of its second write. */
public final class KilledAfterSecondClaim {
  private KilledAfterSecondClaim() {}

  public static void main(String... arguments) throws Exception {
    AtomicInteger claims = new AtomicInteger();
    WriteListener kill =
        step -> {
          if (step == WriteStep.CLAIM && claims.incrementAndGet() == 2) {
            killThisProcess();
          }
        };
    new CinedexApplication(kill).run(arguments);
  }

  private static void killThisProcess() {
    try {
      new ProcessBuilder("kill", "-9", String.valueOf(ProcessHandle.current().pid()))
          .start()
          .waitFor();
      Thread.sleep(60_000); // the signal is on its way: do not go on to the batch
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
