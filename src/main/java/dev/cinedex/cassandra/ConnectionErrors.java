package dev.cinedex.cassandra;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.auth.AuthenticationException;
import com.datastax.oss.driver.api.core.connection.ClosedConnectionException;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.google.common.base.Throwables;
import dev.cinedex.errors.StartupException;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/** Explains in one line why a session cannot be opened or used. */
final class ConnectionErrors {
  private ConnectionErrors() {}

  static StartupException unreachable(
      String contactPoints, boolean encrypted, AllNodesFailedException e) {
    List<Throwable> errors = e.getAllErrors().values().stream().flatMap(List::stream).toList();
    String causes =
        errors.stream()
            .map(error -> String.valueOf(error.getMessage()).lines().findFirst().orElse(""))
            .distinct()
            .collect(Collectors.joining("; "));
    if (errors.stream().anyMatch(AuthenticationException.class::isInstance)) {
      return new StartupException(
          "Cassandra at %s refuses the user name or the password (%s): set CASSANDRA_USERNAME and CASSANDRA_PASSWORD_FILE"
              .formatted(contactPoints, causes),
          e);
    }
    if (encrypted && isIn(errors, SSLException.class, ClosedConnectionException.class)) {
      return new StartupException(
          "The connection to Cassandra at %s cannot be encrypted (%s): check CASSANDRA_TLS, CASSANDRA_TRUST_STORE and CASSANDRA_KEY_STORE, and the names in the certificate of the node"
              .formatted(contactPoints, causes),
          e);
    }
    if (!encrypted && isIn(errors, ClosedConnectionException.class)) {
      return new StartupException(
          "Cassandra at %s closes the connection (%s): if it accepts TLS alone, set CASSANDRA_TLS=true"
              .formatted(contactPoints, causes),
          e);
    }
    return new StartupException(
        "No Cassandra answers at %s (%s): start one there, or set CASSANDRA_CONTACT_POINTS"
            .formatted(contactPoints, causes),
        e);
  }

  private static boolean isIn(List<Throwable> errors, Class<?>... causes) {
    return errors.stream()
        .flatMap(error -> Throwables.getCausalChain(error).stream())
        .anyMatch(cause -> Stream.of(causes).anyMatch(each -> each.isInstance(cause)));
  }

  /** A session with a wrong datacenter opens without an error, but none of its queries can run. */
  static void requireDatacenter(CqlSession session, String contactPoints, String datacenter) {
    TreeSet<String> seen =
        session.getMetadata().getNodes().values().stream()
            .map(Node::getDatacenter)
            .collect(Collectors.toCollection(TreeSet::new));
    if (!seen.contains(datacenter)) {
      throw new StartupException(
          "No node of %s is in datacenter '%s' (seen: %s): set CASSANDRA_LOCAL_DATACENTER"
              .formatted(contactPoints, datacenter, String.join(", ", seen)));
    }
  }
}
