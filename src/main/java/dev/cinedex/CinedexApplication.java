package dev.cinedex;

import io.dropwizard.core.Application;
import io.dropwizard.core.setup.Environment;

/** Wires the service together. */
public final class CinedexApplication extends Application<CinedexConfiguration> {
  public static void main(String... arguments) throws Exception {
    new CinedexApplication().run(arguments);
  }

  @Override
  public void run(CinedexConfiguration configuration, Environment environment) {}
}
