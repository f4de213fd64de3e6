package dev.cinedex.browser;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.SlowLink;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.instance.CinedexConfiguration;
import io.dropwizard.testing.DropwizardTestSupport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;

/**
 * The service that the browser's pages are of, one for all tests, as a new user starts it: with the
 * sample movies, and as if the node were its own. It can be stopped and started, and so can its way
 * to Cassandra.
 */
final class BrowserService {
  private static final CassandraFactory CASSANDRA =
      TestCassandra.factory(TestCassandra.newKeyspace());
  private static final int CASSANDRA_PORT = freePort();
  private static final int PORT = freePort();

  private static SlowLink link = newLink();
  private static DropwizardTestSupport<CinedexConfiguration> service = newService();
  private static final CqlSession SESSION = CASSANDRA.connect();

  private BrowserService() {}

  /** Returns the address of the explorer, without a slash at its end. */
  static String url() {
    return "http://127.0.0.1:" + PORT;
  }

  static int port() {
    return PORT;
  }

  static int adminPort() {
    return service.getAdminPort();
  }

  static String keyspace() {
    return CASSANDRA.keyspace();
  }

  /** Returns a session on the tables, which stays open when the service loses Cassandra. */
  static CqlSession session() {
    return SESSION;
  }

  /** Takes Cassandra away from the service: its connections break, and no new ones open. */
  static void stopCassandra() {
    try {
      link.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void startCassandra() {
    link = newLink();
  }

  static void stop() {
    service.after();
  }

  /** Starts the service again, at the same address. */
  static void start() {
    service = newService();
  }

  private static DropwizardTestSupport<CinedexConfiguration> newService() {
    return OwnService.start(
        "browser",
        Map.of(
            "cassandra.embedded",
            "true",
            "cassandra.contactPoints",
            link.contactPoint(),
            "cassandra.keyspace",
            keyspace(),
            "server.applicationConnectors[0].port",
            String.valueOf(PORT)));
  }

  private static SlowLink newLink() {
    try {
      return new SlowLink(TestCassandra.address(), CASSANDRA_PORT);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
