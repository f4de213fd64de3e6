package dev.cinedex.http;

import io.dropwizard.core.Configuration;
import io.dropwizard.core.server.AbstractServerFactory;
import io.dropwizard.core.setup.Environment;

/** Makes every error a problem: Jersey's, Jetty's before Jersey, and ours. */
public final class Problems {
  private Problems() {}

  public static void register(Configuration configuration, Environment environment) {
    if (configuration.getServerFactory() instanceof AbstractServerFactory server) {
      server.setRegisterDefaultExceptionMappers(false);
    }
    environment.jersey().register(new ProblemMapper());
    ProblemErrorHandler errors = new ProblemErrorHandler(environment.getObjectMapper());
    environment.getApplicationContext().setErrorHandler(errors);
    environment.lifecycle().addServerLifecycleListener(server -> server.setErrorHandler(errors));
    // Else Jetty refuses an encoded slash in a name, whatever the connector allows.
    environment.getApplicationContext().getServletHandler().setDecodeAmbiguousURIs(true);
  }
}
