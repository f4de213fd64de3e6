package dev.cinedex.browser;

import dev.cinedex.CinedexApplication;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.catalog.Schema;
import dev.cinedex.instance.CinedexConfiguration;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movie;
import io.dropwizard.core.Application;
import io.dropwizard.lifecycle.Managed;
import io.dropwizard.testing.ConfigOverride;
import io.dropwizard.testing.DropwizardTestSupport;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Another service than that of all tests, for a test that needs other settings or other movies. */
final class OwnService implements AutoCloseable {
  private final DropwizardTestSupport<CinedexConfiguration> service;

  private OwnService(String prefix, Map<String, String> settings) {
    this.service = start(prefix, settings);
  }

  /** Starts another instance on the tables of all tests, which answers only callers with a key. */
  static OwnService withKeys(Path keys) {
    return new OwnService(
        "keys",
        Map.of(
            "cassandra.embedded",
            "true",
            "cassandra.keyspace",
            BrowserService.keyspace(),
            "access.keysFile",
            keys.toString()));
  }

  /** Starts a service on tables of its own, which are empty. */
  static OwnService withoutMovies() {
    CassandraFactory cassandra = TestCassandra.factory(TestCassandra.newKeyspace());
    new Schema(cassandra, Movie.ENTITY, Tables.shipped()).apply(created -> {});
    return new OwnService(
        "empty", Map.of("cassandra.embedded", "false", "cassandra.keyspace", cassandra.keyspace()));
  }

  String url() {
    return "http://127.0.0.1:" + service.getLocalPort();
  }

  @Override
  public void close() {
    service.after();
  }

  /**
   * Starts a service with a node that runs already.
   *
   * @param prefix of the system properties that have the settings: two services that live at the
   *     same time need two
   * @param settings in place of those of the configuration, by their path
   */
  static DropwizardTestSupport<CinedexConfiguration> start(
      String prefix, Map<String, String> settings) {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("cassandra.contactPoints", TestCassandra.contactPoint());
    all.put("server.applicationConnectors[0].port", "0");
    all.put("server.adminConnectors[0].port", "0");
    all.put("health.delayedShutdownHandlerEnabled", "false");
    all.put("logging.level", "ERROR");
    all.putAll(settings);
    DropwizardTestSupport<CinedexConfiguration> service =
        new DropwizardTestSupport<>(
            CinedexApplication.class,
            "config.yml",
            prefix,
            all.entrySet().stream()
                .map(each -> ConfigOverride.config(prefix, each.getKey(), each.getValue()))
                .toArray(ConfigOverride[]::new)) {
          @Override
          public Application<CinedexConfiguration> newApplication() {
            return new CinedexApplication(address -> new Managed() {});
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
