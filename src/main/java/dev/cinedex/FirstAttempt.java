package dev.cinedex;

import dev.cinedex.errors.StartupException;
import dev.cinedex.imports.SampleMovies;
import dev.cinedex.instance.Instance;
import dev.cinedex.instance.ServiceInstance;
import dev.cinedex.movie.MovieJson;
import io.dropwizard.core.setup.Environment;
import io.dropwizard.lifecycle.Managed;
import java.io.IOException;

/**
 * Waits for the first attempt to open the instance, so that a service with a healthy cluster
 * refuses no request. A service with a node of its own has its sample movies then.
 */
record FirstAttempt(ServiceInstance service, boolean embedded, Environment environment)
    implements Managed {
  @Override
  public void start() throws IOException {
    service.awaitFirstAttempt();
    if (embedded) {
      Instance instance =
          service.instance().orElseThrow(() -> new StartupException(service.waitsFor()));
      new SampleMovies(instance.writer(), new MovieJson(environment.getValidator())).load();
    }
  }
}
