package dev.cinedex.browser;

import dev.cinedex.CinedexApplication;
import dev.cinedex.StartedService;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.catalog.Schema;
import dev.cinedex.instance.CinedexConfiguration;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movie;
import io.dropwizard.lifecycle.Managed;
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
    Map<String, String> all = new LinkedHashMap<>(settings);
    all.putIfAbsent("cassandra.contactPoints", TestCassandra.contactPoint());
    TestCassandra.signInByDefault(); // a configuration with an embedded node has no user
    return StartedService.start(
        () -> new CinedexApplication(address -> new Managed() {}), "config.yml", prefix, all);
  }
}
