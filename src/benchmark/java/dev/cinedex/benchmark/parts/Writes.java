package dev.cinedex.benchmark.parts;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.benchmark.data.Film;
import dev.cinedex.benchmark.data.Library;
import dev.cinedex.benchmark.data.MadeFilms;
import dev.cinedex.benchmark.data.PlainInserts;
import dev.cinedex.benchmark.load.Cycle;
import dev.cinedex.benchmark.load.Requests;
import dev.cinedex.benchmark.load.ThreadLoad;
import dev.cinedex.benchmark.load.ThreadLoad.Call;
import dev.cinedex.benchmark.measure.Contender;
import dev.cinedex.benchmark.peers.Engine;
import dev.cinedex.benchmark.peers.ServerProcess;
import dev.cinedex.benchmark.peers.UnsafeApplication;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Changes of casts: with Cinedex, and with an application that does not protect them. Each has
 * movies of its own, because the unprotected one would break the other's.
 */
public final class Writes implements Part {
  private static final MadeFilms FILMS = new MadeFilms(5_000);
  private static final int CROWD = 64;
  private static final int CASTS_OF_EACH = 4;
  private static final String UNSAFE = "unsafe application";

  @Override
  public String name() {
    return "writes";
  }

  @Override
  public void run(Bench bench) throws Exception {
    Library safe = library(bench, "writes_safe");
    Library unsafe = library(bench, "writes_unsafe");
    if (bench.settings().thorough()) {
      inProcess(bench, safe, unsafe);
    }
    overHttp(bench, safe, unsafe);
  }

  private static Library library(Bench bench, String keyspace) throws Exception {
    Library library = bench.emptyLibrary(keyspace);
    try (CqlSession session = library.connect()) {
      new PlainInserts(session, library.tables()).write(FILMS.films());
    }
    return library;
  }

  private void inProcess(Bench bench, Library safe, Library unsafe) throws Exception {
    UUID hot = FILMS.film(0).id();
    try (Engine engine = Engine.open(safe.configuration());
        CqlSession session = unsafe.connect()) {
      UnsafeApplication application = new UnsafeApplication(session);
      Call cinedex = random -> engine.change(any(random), FILMS.otherCast(random));
      Call other = random -> done(() -> application.change(any(random), FILMS.otherCast(random)));
      for (int clients : bench.settings().writers()) {
        bench.warmAndCompare(
            name(),
            "change of a cast in process, clients: %d".formatted(clients),
            "writes",
            contenders(cinedex, other, clients));
      }
      bench.compare(
          name(),
          "casts of one hot movie in process, clients: 64",
          "writes",
          contenders(
              random -> engine.change(hot, FILMS.otherCast(random)),
              random -> done(() -> application.change(hot, FILMS.otherCast(random))),
              CROWD));
    }
  }

  private static boolean done(Runnable work) {
    work.run();
    return true;
  }

  private static List<Contender> contenders(Call cinedex, Call other, int clients) {
    return List.of(
        contender(Contender.CINEDEX, cinedex, clients), contender(UNSAFE, other, clients));
  }

  private static Contender contender(String name, Call call, int clients) {
    ThreadLoad load = new ThreadLoad(call, ProcessHandle.current());
    return new Contender(name, time -> load.run(clients, time));
  }

  private void overHttp(Bench bench, Library safe, Library unsafe) throws Exception {
    Cycle changes = new Cycle(IntStream.range(0, CASTS_OF_EACH * FILMS.count()).mapToObj(Writes::change).toList());
    Cycle hot = new Cycle(IntStream.range(0, FILMS.count()).mapToObj(i -> change(i, 0)).toList());
    try (Servers servers = new Servers(safe, bench.settings())) {
      servers.add(ServerProcess.dropwizard(unsafe));
      for (int clients : bench.settings().writers()) {
        bench.warmAndCompare(
            name(),
            "change of a cast, connections: %d".formatted(clients),
            "writes",
            servers.contenders(changes, clients));
      }
      bench.compare(
          name(),
          "casts of one hot movie, connections: 64",
          "writes",
          servers.contenders(hot, CROWD));
    }
  }

  private static UUID any(SplittableRandom random) {
    return FILMS.film(random.nextInt(FILMS.count())).id();
  }

  /** Returns a change of the movie whose turn it is. */
  private static byte[] change(int turn) {
    return change(turn, turn % FILMS.count());
  }

  private static byte[] change(int turn, int number) {
    Film film = FILMS.film(number);
    String cast =
        FILMS.otherCast(new SplittableRandom(FILMS.count() + turn)).stream()
            .map(actor -> '"' + actor + '"')
            .collect(Collectors.joining(",", "{\"actors\":[", "]}"));
    return Requests.patch("/movies/" + film.id(), cast);
  }
}
