package dev.cinedex;

import dev.cinedex.cassandra.CassandraFactory;
import java.net.InetSocketAddress;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/**
 * The message that the service prints when it is ready. With the embedded node, it lists commands
 * for a new user to try.
 */
final class Welcome {
  private Welcome() {}

  /**
   * @param open whether the service can use Cassandra
   */
  static void print(CassandraFactory cassandra, boolean open, Server server) {
    if (!cassandra.embedded()) {
      System.out.printf(
          open
              ? "Cinedex is up at %s (open it in a browser), on keyspace %s of %s%n"
              : "Cinedex listens at %s, and waits for keyspace %s of %s%n",
          server.getURI(),
          cassandra.keyspace(),
          cassandra.contactPoints());
      return;
    }
    InetSocketAddress node = cassandra.addresses().get(0);
    int http = ((ServerConnector) server.getConnectors()[0]).getLocalPort();
    System.out.printf(
        """

        Cinedex is up. Open http://localhost:%d in a browser, or ask for its sample movies:

          curl 'http://localhost:%d/actors/Fred/movies'
          curl 'http://localhost:%d/genres/Drama/movies?limit=3'
          cqlsh %s %d -e "SELECT title, release_year FROM %s.movies_by_actor WHERE actor = 'Fred'"

        Ctrl-C stops it.
        %n""",
        http, http, http, node.getHostString(), node.getPort(), cassandra.keyspace());
  }
}
