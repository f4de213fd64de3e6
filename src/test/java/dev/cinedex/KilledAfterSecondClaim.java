package dev.cinedex;

import com.codahale.metrics.Meter;
import dev.cinedex.instance.CinedexConfiguration;
import io.dropwizard.core.Application;
import io.dropwizard.core.setup.Bootstrap;
import io.dropwizard.core.setup.Environment;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.atomic.AtomicInteger;

/** The service, which kills itself (-9) between the claim and the batch of its second write. */
public final class KilledAfterSecondClaim extends Application<CinedexConfiguration> {
  private final CinedexApplication service = new CinedexApplication();

  public static void main(String... arguments) throws Exception {
    new KilledAfterSecondClaim().run(arguments);
  }

  @Override
  public void initialize(Bootstrap<CinedexConfiguration> bootstrap) {
    bootstrap.getMetricRegistry().register("cinedex.writes.claim", new KillingMeter());
    service.initialize(bootstrap);
  }

  @Override
  protected void addDefaultCommands(Bootstrap<CinedexConfiguration> bootstrap) {
    service.addDefaultCommands(bootstrap);
  }

  @Override
  public void run(CinedexConfiguration configuration, Environment environment) throws Exception {
    service.run(configuration, environment);
  }

  /** The metric that the service updates as soon as a claim is won. */
  private static final class KillingMeter extends Meter {
    private final AtomicInteger claims = new AtomicInteger();

    @Override
    public void mark() {
      if (claims.incrementAndGet() == 2) {
        killThisProcess();
      }
    }
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
