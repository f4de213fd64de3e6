package dev.cinedex;

import dev.cinedex.instance.CinedexConfiguration;
import io.dropwizard.core.Application;
import io.dropwizard.testing.ConfigOverride;
import io.dropwizard.testing.DropwizardTestSupport;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Starts the service in the process of a test, at free ports. */
public final class StartedService {
  private StartedService() {}

  /**
   * Starts a service that its caller stops.
   *
   * @param configuration the file of the configuration
   * @param prefix of the system properties that have the settings: two services that live at the
   *     same time need two
   * @param settings in place of those of the configuration, by their path
   */
  public static DropwizardTestSupport<CinedexConfiguration> start(
      Supplier<Application<CinedexConfiguration>> newApplication,
      String configuration,
      String prefix,
      Map<String, String> settings) {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("server.applicationConnectors[0].port", "0");
    all.put("server.adminConnectors[0].port", "0");
    all.put("health.delayedShutdownHandlerEnabled", "false");
    all.put("logging.level", "ERROR");
    all.putAll(settings);
    DropwizardTestSupport<CinedexConfiguration> service =
        new DropwizardTestSupport<>(
            CinedexApplication.class,
            configuration,
            prefix,
            all.entrySet().stream()
                .map(each -> ConfigOverride.config(prefix, each.getKey(), each.getValue()))
                .toArray(ConfigOverride[]::new)) {
          @Override
          public Application<CinedexConfiguration> newApplication() {
            return newApplication.get();
          }
        };
    try {
      service.before();
    } catch (Exception e) {
      service.after(); // else its settings would stay for those that follow
      throw new IllegalStateException(e);
    }
    return service;
  }
}
