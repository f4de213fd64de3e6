package dev.cinedex.benchmark.parts;

import dev.cinedex.benchmark.load.SocketLoad;
import dev.cinedex.benchmark.measure.Contender;
import dev.cinedex.benchmark.parts.Bench.Shelf;
import dev.cinedex.benchmark.peers.GuardedServers;
import dev.cinedex.benchmark.peers.GuardedServers.Guarded;
import java.util.ArrayList;
import java.util.List;

/** What API keys with roles, rates, and TLS for clients cost a list by actor. */
public final class Access implements Part {
  private static final List<Integer> CONNECTIONS = List.of(1, 16);
  private static final int USUAL = 16;

  @Override
  public String name() {
    return "access";
  }

  @Override
  public void run(Bench bench) throws Exception {
    Shelf shelf = bench.shelf();
    List<String> actors = Paths.actors(shelf.films());
    GuardedServers servers =
        new GuardedServers(Jars.of(bench.settings()).get(0).file(), shelf.library());
    List<Guarded> services = new ArrayList<>();
    try {
      services.add(servers.open());
      services.add(servers.withKeys());
      services.add(servers.withTls());
      bench.warm(contenders(services, actors, USUAL));
      for (int connections : CONNECTIONS) {
        bench.compare(
            name(),
            "list by actor, connections: " + connections,
            "requests",
            contenders(services, actors, connections));
      }
    } finally {
      services.forEach(service -> service.server().close());
    }
  }

  private static List<Contender> contenders(
      List<Guarded> services, List<String> paths, int connections) {
    return services.stream()
        .map(
            service -> {
              SocketLoad clients = service.clients(paths);
              return new Contender(
                  service.server().name(), time -> clients.run(connections, time));
            })
        .toList();
  }
}
