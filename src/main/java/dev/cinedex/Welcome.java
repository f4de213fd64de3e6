package dev.cinedex;

import dev.cinedex.cassandra.CassandraFactory;
import java.net.InetSocketAddress;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** What a new user can try, printed when the embedded service is up. */
final class Welcome {
  private Welcome() {}

  static void print(CassandraFactory cassandra, Server server) {
    InetSocketAddress node = cassandra.addresses().get(0);
    int http = ((ServerConnector) server.getConnectors()[0]).getLocalPort();
    System.out.printf(
        """

        Cinedex is up, with 120 sample movies. Try:

          curl 'http://localhost:%d/actors/Fred/movies'
          curl 'http://localhost:%d/genres/Drama/movies?limit=3'
          cqlsh %s %d -e "SELECT title, release_year FROM %s.movies_by_actor WHERE actor = 'Fred'"

        Ctrl-C stops it.
        %n""",
        http, http, node.getHostString(), node.getPort(), cassandra.keyspace());
  }
}
