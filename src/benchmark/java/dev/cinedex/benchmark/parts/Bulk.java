package dev.cinedex.benchmark.parts;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.benchmark.data.BuiltTable;
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
import java.util.stream.IntStream;

/**
 * The commands for many movies: import, build and verify. Beside each is a plain program that
 * protects nothing. Both are fresh JVMs, and their start counts. Imports run before they are
 * measured, because Cassandra takes minutes to compile the code of their claims.
 */
public final class Bulk implements Part {
  private static final String PLAIN = "plain inserts";
  private static final Path FILE = Path.of("target", "benchmark", "movies.ndjson.gz");
  static final String VERIFIED = "movies_by_actor";

  @Override
  public String name() {
    return "bulk";
  }

  @Override
  public void run(Bench bench) throws Exception {
    List<Film> films = bench.shelf().films();
    List<Film> some = bench.settings().thorough() ? films : films.subList(0, films.size() / 3);
    Rounds rounds = new Rounds(bench.settings().thorough() ? 3 : 2, Duration.ZERO);
    imports(bench, rounds, some);
    Library library = bench.emptyLibrary("bulk");
    try (CqlSession session = library.connect()) {
      new PlainInserts(session, library.tables()).write(some.stream());
      builds(bench, rounds, new Shelves(library, session, some.size()));
    }
    verifies(bench, rounds, library, some.size());
  }

  /** A library with an open session, and the number of its movies. */
  private record Shelves(Library library, CqlSession session, int films) {}

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
    bench.warm(contenders); // warms the node: the commands themselves are new JVMs each time
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

  private void builds(Bench bench, Rounds rounds, Shelves on) throws Exception {
    List<Jar> jars = Jars.of(bench.settings());
    List<String> tables =
        IntStream.range(0, jars.size() * rounds.count()).mapToObj(i -> "built_" + i).toList();
    String config = BuiltTable.configuration(tables).toString();
    Turns names = new Turns("built");
    List<Contender> contenders = new ArrayList<>();
    for (Jar jar : jars) {
      contenders.add(
          new Contender(
              jar.name(),
              time ->
                  sample(
                      on.films(),
                      Command.job(jar.file(), on.library(), "build", names.next(), config))));
    }
    Turns plain = new Turns("plain");
    contenders.add(
        new Contender(
            "plain scan and inserts",
            time -> {
              String table = plain.next();
              on.session().execute(BuiltTable.ddl(table));
              return sample(on.films(), Command.plain(on.library(), "build", table));
            }));
    bench.compare(
        name(), "build of a table of %d movies".formatted(on.films()), "movies", rounds, contenders);
  }

  private void verifies(Bench bench, Rounds rounds, Library library, int films) throws Exception {
    List<Contender> contenders = new ArrayList<>();
    for (Jar jar : Jars.of(bench.settings())) {
      contenders.add(verify(jar, library, films));
    }
    contenders.add(
        new Contender(
            "two plain scans",
            time -> sample(films, Command.plain(library, "verify", VERIFIED))));
    bench.compare(
        name(), "verify of a table of %d movies".formatted(films), "movies", rounds, contenders);
  }

  private static Contender verify(Jar jar, Library library, int films) {
    return new Contender(
        jar.name(),
        time ->
            sample(
                films, Command.job(jar.file(), library, "verify", VERIFIED, "config.yml")));
  }

  private static Sample sample(long movies, Command command) throws Exception {
    Took took = command.run();
    return Sample.ofWork(movies, took.seconds(), took.cpuSeconds());
  }
}
