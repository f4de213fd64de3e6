package dev.cinedex.benchmark.data;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.CinedexApplication;
import dev.cinedex.instance.CinedexConfiguration;
import dev.cinedex.lookup.LookupTable;
import io.dropwizard.configuration.FileConfigurationSourceProvider;
import io.dropwizard.configuration.SubstitutingSourceProvider;
import io.dropwizard.core.setup.Bootstrap;
import java.util.List;
import java.util.Map;
import org.apache.commons.text.StringSubstitutor;

/**
 * A keyspace with Cinedex's schema and some movies.
 *
 * @param contactPoint host and port of the Cassandra
 * @param configuration the shipped {@code config.yml}, for this keyspace
 */
public record Library(String contactPoint, String keyspace, CinedexConfiguration configuration) {

  /** Returns the library of a keyspace that exists. */
  public static Library of(String contactPoint, String keyspace) throws Exception {
    return new Library(contactPoint, keyspace, configuration(contactPoint, keyspace));
  }

  /** Creates the keyspace with the shipped tables, which are empty. */
  public static Library create(String contactPoint, String keyspace) throws Exception {
    Library library = of(contactPoint, keyspace);
    library.configuration.schema().apply(created -> {});
    return library;
  }

  /** Returns the environment variables that lead a process to this keyspace. */
  public Map<String, String> environment() {
    return environment(contactPoint, keyspace);
  }

  /** Returns the tables that the configuration declares. */
  public List<LookupTable> tables() {
    return configuration.tables();
  }

  public CqlSession connect() {
    return Node.connect(contactPoint, keyspace);
  }

  private static Map<String, String> environment(String contactPoint, String keyspace) {
    return Map.of(
        "CASSANDRA_EMBEDDED", "false",
        "CASSANDRA_CONTACT_POINTS", contactPoint,
        "CASSANDRA_KEYSPACE", keyspace);
  }

  private static CinedexConfiguration configuration(String contactPoint, String keyspace)
      throws Exception {
    Bootstrap<CinedexConfiguration> bootstrap = new Bootstrap<>(new CinedexApplication());
    bootstrap.getApplication().initialize(bootstrap);
    return bootstrap
        .getConfigurationFactoryFactory()
        .create(
            CinedexConfiguration.class,
            bootstrap.getValidatorFactory().getValidator(),
            bootstrap.getObjectMapper(),
            "library") // no system property begins with it, so none changes the file
        .build(
            new SubstitutingSourceProvider(
                new FileConfigurationSourceProvider(),
                new StringSubstitutor(environment(contactPoint, keyspace))),
            "config.yml");
  }
}
