package dev.cinedex.benchmark.parts;

import dev.cinedex.benchmark.data.Library;
import dev.cinedex.benchmark.load.Cycle;
import dev.cinedex.benchmark.load.HttpLoad;
import dev.cinedex.benchmark.measure.Contender;
import dev.cinedex.benchmark.parts.Jars.Jar;
import dev.cinedex.benchmark.peers.ServerProcess;
import java.util.ArrayList;
import java.util.List;

/** The HTTP servers that a part compares, each a process. Closing stops them. */
final class Servers implements AutoCloseable {
  private final List<ServerProcess> servers = new ArrayList<>();

  /** Starts Cinedex, and the baseline if there is one. */
  Servers(Library library, Settings settings) throws Exception {
    for (Jar jar : Jars.of(settings)) {
      servers.add(ServerProcess.ofJar(jar.name(), jar.file(), library));
    }
  }

  /** Adds a server that has been started. */
  void add(ServerProcess server) {
    servers.add(server);
  }

  List<ServerProcess> all() {
    return servers;
  }

  /** Returns contenders that answer the same requests on so many connections. */
  List<Contender> contenders(Cycle requests, int connections) {
    return servers.stream().map(server -> contender(server, requests, connections)).toList();
  }

  private static Contender contender(
      ServerProcess server, Cycle requests, int connections) {
    return contender(server.name(), server, requests, connections);
  }

  /** Returns a contender with a name of its own, for other requests to the same server. */
  static Contender contender(
      String name, ServerProcess server, Cycle requests, int connections) {
    HttpLoad load = new HttpLoad(server.port(), requests, server.process().toHandle());
    return new Contender(name, time -> load.run(connections, time));
  }

  @Override
  public void close() {
    servers.forEach(ServerProcess::close);
  }
}
