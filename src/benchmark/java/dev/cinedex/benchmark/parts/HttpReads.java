package dev.cinedex.benchmark.parts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.cinedex.benchmark.load.Cycle;
import dev.cinedex.benchmark.measure.Contender;
import dev.cinedex.benchmark.parts.Bench.Shelf;
import dev.cinedex.benchmark.peers.ServerProcess;
import java.util.ArrayList;
import java.util.List;

/** Reads over HTTP: lists by actor and by genre, beside servers that do nothing else. */
public final class HttpReads implements Part {
  @Override
  public String name() {
    return "reads";
  }

  @Override
  public void run(Bench bench) throws Exception {
    Shelf shelf = bench.shelf();
    List<String> actors = Paths.actors(shelf.films());
    List<String> genres = Paths.genres(shelf.films());
    try (Servers servers = new Servers(shelf.library(), bench.settings())) {
      servers.add(ServerProcess.dropwizard(shelf.library()));
      servers.add(ServerProcess.spring(shelf.library()));
      servers.add(ServerProcess.netty(shelf.library()));
      requireSameTitles(servers, actors.get(0));
      requireSameTitles(servers, genres.get(0));
      lists(bench, servers, "list by actor", Paths.gets(actors, ""));
      lists(bench, servers, "list by genre", Paths.gets(genres, ""));
      if (bench.settings().thorough()) {
        tables(bench, servers.all().get(0), Paths.busyActors(shelf.films()), genres);
        verified(bench, servers.all().get(0), actors);
      }
    }
  }

  private void lists(Bench bench, Servers servers, String work, Cycle requests)
      throws Exception {
    for (int connections : bench.settings().readers()) {
      if (connections <= Settings.USUAL_READERS) { // then they are warm for more
        bench.warm(servers.contenders(requests, connections));
      }
      bench.compare(
          name(),
          "%s, connections: %d".formatted(work, connections),
          "requests",
          servers.contenders(requests, connections));
    }
  }

  /** Compares lists of the two tables that have the same length. */
  private void tables(
      Bench bench, ServerProcess cinedex, List<String> actors, List<String> genres)
      throws Exception {
    for (int connections : bench.settings().readers()) {
      bench.compare(
          name(),
          "list of 20 movies, connections: %d".formatted(connections),
          "requests",
          List.of(
              Servers.contender(Contender.CINEDEX, cinedex, Paths.gets(actors, ""), connections),
              Servers.contender(
                  "Cinedex, by genre", cinedex, Paths.gets(genres, ""), connections)));
    }
  }

  /** Compares the two ways in which Cinedex reads a list. */
  private void verified(Bench bench, ServerProcess cinedex, List<String> actors)
      throws Exception {
    Contender indexed =
        Servers.contender(Contender.CINEDEX, cinedex, Paths.gets(actors, ""), Settings.USUAL_READERS);
    Contender verified =
        Servers.contender(
            "Cinedex, read=verified",
            cinedex, Paths.gets(actors, "&read=verified"), Settings.USUAL_READERS);
    bench.warm(List.of(verified));
    bench.compare(
        name(),
        "list by actor as the table has it and verified, connections: 16",
        "requests",
        List.of(indexed, verified));
  }

  /** Makes sure that all servers do the same work. */
  private static void requireSameTitles(Servers servers, String path) throws Exception {
    List<String> expected = titles(servers.all().get(0), path);
    for (ServerProcess server : servers.all()) {
      List<String> answered = titles(server, path);
      if (expected.isEmpty() || !answered.equals(expected)) {
        throw new IllegalStateException(
            "%s answers %s with %s, but Cinedex with %s"
                .formatted(server.name(), path, answered, expected));
      }
    }
  }

  private static List<String> titles(ServerProcess server, String path) throws Exception {
    List<String> titles = new ArrayList<>();
    for (JsonNode item : new ObjectMapper().readTree(server.get(path)).path("items")) {
      titles.add(item.path("title").asText() + " " + item.path("actors"));
    }
    return titles;
  }
}
