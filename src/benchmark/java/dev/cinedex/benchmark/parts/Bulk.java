package dev.cinedex.benchmark.parts;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.benchmark.data.Film;
import dev.cinedex.benchmark.data.FilmFile;
import dev.cinedex.benchmark.data.Library;
import dev.cinedex.benchmark.data.PlainInserts;
import dev.cinedex.benchmark.measure.Contender;
import dev.cinedex.benchmark.measure.Rounds;
import dev.cinedex.benchmark.measure.Sample;
import dev.cinedex.benchmark.peers.Command;
import dev.cinedex.benchmark.peers.Command.Took;
import dev.cinedex.benchmark.parts.Jars.Jar;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The commands for many movies: import and the {@link Jobs}. Beside each is a plain program that
 * protects nothing. Both are fresh JVMs, and their start counts. In the long form imports run before
 * they are measured, because Cassandra takes minutes to compile the code of their claims.
 */
public final class Bulk implements Part {
  private static final String PLAIN = "plain inserts";
  private static final Path FILE = Path.of("target", "benchmark", "movies.ndjson.gz");
  private static final int SHORT_FILMS = 3_000;

  @Override
  public String name() {
    return "bulk";
  }

  @Override
  public void run(Bench bench) throws Exception {
    List<Film> films = bench.shelf().films();
    List<Film> some = bench.settings().thorough() ? films : films.subList(0, SHORT_FILMS);
    Rounds rounds = new Rounds(bench.settings().thorough() ? 3 : 2, Duration.ZERO);
    imports(bench, rounds, some);
    Library library = bench.emptyLibrary("bulk");
    try (CqlSession session = library.connect()) {
      new PlainInserts(session, library.tables()).write(some.stream());
      Jobs jobs = new Jobs(bench, rounds, library, some.size());
      jobs.build(session);
      jobs.verify();
      if (bench.settings().thorough()) {
        jobs.verifyAll();
        jobs.repair(session);
      }
    }
  }

  private void imports(Bench bench, Rounds rounds, List<Film> films) throws Exception {
    String file = FilmFile.writeGzipped(FILE, films).toString();
    List<Contender> contenders = new ArrayList<>();
    List<Jar> jars = Jars.of(bench.settings());
    for (Jar jar : jars) {
      contenders.add(importing(bench, jar.name(), jar, films.size(), List.of("config.yml", file)));
    }
    // Only the jar that was built is known to have the option.
    contenders.add(
        importing(
            bench,
            jars.get(0).name() + ", --exclusive",
            jars.get(0),
            films.size(),
            List.of("--exclusive", "config.yml", file)));
    Turns keyspaces = new Turns("import_plain");
    contenders.add(
        new Contender(
            PLAIN,
            time ->
                sample(
                    films.size(),
                    Command.plain(bench.emptyLibrary(keyspaces.next()), "import", file))));
    if (bench.settings().thorough()) {
      bench.warm(contenders); // warms the node: the commands themselves are new JVMs each time
    }
    bench.compare(name(), "import of %d movies".formatted(films.size()), "movies", rounds, contenders);
  }

  /** Imports into an empty library at each turn. */
  private static Contender importing(
      Bench bench, String name, Jar jar, int films, List<String> arguments) {
    Turns keyspaces = new Turns("import_" + name.replaceAll("[^A-Za-z]+", "_").toLowerCase(Locale.ROOT));
    List<String> all = new ArrayList<>(List.of("import"));
    all.addAll(arguments);
    return new Contender(
        name,
        time ->
            sample(
                films,
                Command.ofJar(
                    jar.file(), bench.emptyLibrary(keyspaces.next()), all.toArray(String[]::new))));
  }

  static Sample sample(long movies, Command command) throws Exception {
    Took took = command.run();
    return Sample.ofWork(movies, took.seconds(), took.cpuSeconds());
  }
}
