package dev.cinedex.benchmark.parts;

import dev.cinedex.benchmark.load.SocketLoad;
import dev.cinedex.benchmark.measure.Contender;
import dev.cinedex.benchmark.parts.Bench.Shelf;
import dev.cinedex.benchmark.peers.GuardedServers;
import dev.cinedex.benchmark.peers.GuardedServers.Guarded;
import java.util.List;

/** What API keys with roles, rates, and TLS for clients cost a list by actor. */
public final class Access implements Part {
  private static final List<Integer> CONNECTIONS = List.of(1, Settings.USUAL_READERS);

  @Override
  public String name() {
    return "access";
  }

  @Override
  public void run(Bench bench) throws Exception {
    Shelf shelf = bench.shelf();
    List<String> actors = Paths.actors(shelf.films());
    try (GuardedServers servers =
        new GuardedServers(Jars.of(bench.settings()).get(0).file(), shelf.library())) {
      Guarded open = servers.open();
      List<Guarded> guarded = servers.guarded();
      bench.warm(contenders(List.of(open, guarded.get(0), guarded.get(1)), actors, Settings.USUAL_READERS));
      bench.warm(contenders(guarded, actors, Settings.USUAL_READERS)); // the same code serves both ports
      for (int connections : CONNECTIONS) {
        compare(bench, List.of(open, guarded.get(0)), actors, connections);
        compare(bench, guarded, actors, connections);
      }
    }
  }

  private void compare(Bench bench, List<Guarded> services, List<String> paths, int connections)
      throws Exception {
    bench.compare(
        name(),
        "list by actor, connections: " + connections,
        "requests",
        contenders(services, paths, connections));
  }

  private static List<Contender> contenders(
      List<Guarded> services, List<String> paths, int connections) {
    return services.stream()
        .map(
            service -> {
              SocketLoad clients = service.clients(paths);
              return new Contender(service.name(), time -> clients.run(connections, time));
            })
        .toList();
  }
}
