package dev.cinedex.benchmark.parts;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.benchmark.data.BuiltTable;
import dev.cinedex.benchmark.data.Film;
import dev.cinedex.benchmark.data.Library;
import dev.cinedex.benchmark.data.MadeFilms;
import dev.cinedex.benchmark.data.NodeManagement;
import dev.cinedex.benchmark.data.PlainInserts;
import dev.cinedex.benchmark.load.Cycle;
import dev.cinedex.benchmark.measure.Contender;
import dev.cinedex.benchmark.measure.Results.Fact;
import dev.cinedex.benchmark.peers.Command;
import dev.cinedex.benchmark.peers.ServerProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * What more movies change: 30,000, ten times as many, and in the long form a hundred times as many.
 * Each library has a Cinedex of its own, and these take turns.
 */
public final class Growth implements Part {
  private static final List<Integer> SIZES = List.of(30_000, 300_000, 3_000_000);
  private static final List<String> TABLES =
      List.of("movies", "movies_by_genre", "movies_by_actor");
  private static final String BUILT = "built_0";
  private static final int SAMPLE = 3_000;

  @Override
  public String name() {
    return "growth";
  }

  @Override
  public void run(Bench bench) throws Exception {
    List<Integer> sizes = bench.settings().thorough() ? SIZES : SIZES.subList(0, 2);
    List<Reader> readers = new ArrayList<>();
    try {
      for (int size : sizes) {
        Library library = load(bench, new MadeFilms(size));
        measureDisk(bench, library, size);
        measureJobs(bench, library, size);
        ServerProcess server =
            ServerProcess.ofJar(
                "%,d movies".formatted(size), Jars.of(bench.settings()).get(0).file(), library);
        readers.add(new Reader(server, sample(new MadeFilms(size))));
      }
      compare(bench, "list by actor", readers, true);
      compare(bench, "list by genre", readers, false);
    } finally {
      readers.forEach(reader -> reader.server().close());
    }
  }

  /** A server, with some movies of its library. */
  private record Reader(ServerProcess server, List<Film> films) {
    Contender contender(boolean byActor) {
      Cycle requests = Paths.gets(byActor ? Paths.actors(films) : Paths.genres(films), "");
      return Servers.contender(server.name(), server, requests, 1);
    }
  }

  private void compare(Bench bench, String work, List<Reader> readers, boolean byActor)
      throws Exception {
    List<Contender> contenders =
        readers.stream().map(reader -> reader.contender(byActor)).toList();
    bench.warmAndCompare(name(), work + ", connections: 1", "requests", contenders);
  }

  private static List<Film> sample(MadeFilms films) {
    int step = films.count() / SAMPLE;
    return IntStream.range(0, SAMPLE).mapToObj(i -> films.film(i * step)).toList();
  }

  private static Library load(Bench bench, MadeFilms films) throws Exception {
    bench.results().say("loading %,d made movies", films.count());
    Library library = bench.emptyLibrary("growth_" + films.count());
    try (CqlSession session = library.connect()) {
      new PlainInserts(session, library.tables()).write(films.films());
    }
    return library;
  }

  private void measureDisk(Bench bench, Library library, int size) throws Exception {
    try (NodeManagement node = bench.node().manage()) {
      node.flush(library.keyspace());
      for (String table : TABLES) {
        String value =
            String.format(
                Locale.ROOT,
                "%d bytes per movie on disk; largest partition %.1f KiB",
                node.bytes(library.keyspace(), table) / size,
                node.largestPartition(library.keyspace(), table) / 1024.0);
        bench.results().add(new Fact(name(), "%,d movies, %s".formatted(size, table), value));
      }
    }
  }

  /** Verifies a table once, and builds one, at the highest pace of jobs. */
  private void measureJobs(Bench bench, Library library, int size) throws Exception {
    Path jar = Jars.of(bench.settings()).get(0).file();
    String config = BuiltTable.configuration(List.of(BUILT)).toString();
    measureJob(
        bench,
        size,
        "verification",
        Command.job(jar, library, "verify", Jobs.VERIFIED, "config.yml"));
    measureJob(bench, size, "build", Command.job(jar, library, "build", BUILT, config));
  }

  private void measureJob(Bench bench, int size, String what, Command command) throws Exception {
    double seconds = command.run().seconds();
    String value =
        String.format(Locale.ROOT, "%.1f s; %.0f movies per second", seconds, size / seconds);
    bench.results().add(new Fact(name(), "%,d movies, %s".formatted(size, what), value));
  }
}
