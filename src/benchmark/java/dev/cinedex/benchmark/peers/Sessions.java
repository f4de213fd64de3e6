package dev.cinedex.benchmark.peers;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.benchmark.data.Node;
import java.util.Objects;

/** Sessions of processes that have their Cassandra from the environment. */
final class Sessions {
  private Sessions() {}

  static CqlSession ofEnvironment() {
    return Node.connect(variable("CASSANDRA_CONTACT_POINTS"), variable("CASSANDRA_KEYSPACE"));
  }

  /** Returns an environment variable that must be set. */
  static String variable(String name) {
    return Objects.requireNonNull(System.getenv(name), name);
  }
}
