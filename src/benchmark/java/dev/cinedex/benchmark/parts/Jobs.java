package dev.cinedex.benchmark.parts;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.benchmark.data.BuiltTable;
import dev.cinedex.benchmark.data.Library;
import dev.cinedex.benchmark.data.MissingRows;
import dev.cinedex.benchmark.measure.Contender;
import dev.cinedex.benchmark.measure.Rounds;
import dev.cinedex.benchmark.measure.Sample;
import dev.cinedex.benchmark.parts.Jars.Jar;
import dev.cinedex.benchmark.peers.Command;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The jobs on lookup tables of one library, each as a command beside a plain program. */
final class Jobs {
  static final String VERIFIED = "movies_by_actor";
  private static final List<String> ALL = List.of("movies_by_genre", VERIFIED);
  private static final List<Integer> MISSING = List.of(0, 100, 1_000, 10_000);
  private static final String SHIPPED = "config.yml";

  private final Bench bench;
  private final Rounds rounds;
  private final Library library;
  private final int films;
  private final List<Jar> jars;

  /**
   * @param films the number of movies in the library
   */
  Jobs(Bench bench, Rounds rounds, Library library, int films) {
    this.bench = bench;
    this.rounds = rounds;
    this.library = library;
    this.films = films;
    this.jars = Jars.of(bench.settings());
  }

  void build(CqlSession session) throws Exception {
    List<String> tables =
        IntStream.range(0, jars.size() * rounds.count()).mapToObj(i -> "built_" + i).toList();
    String config = BuiltTable.configuration(tables).toString();
    Turns names = new Turns("built");
    List<Contender> contenders = new ArrayList<>();
    for (Jar jar : jars) {
      contenders.add(
          contender(jar.name(), () -> Command.job(jar.file(), library, "build", names.next(), config)));
    }
    Turns plain = new Turns("plain");
    contenders.add(
        contender(
            "plain scan and inserts",
            () -> {
              String table = plain.next();
              session.execute(BuiltTable.ddl(table));
              return Command.plain(library, "build", table);
            }));
    compare("build of a table of %d movies", contenders);
  }

  void verify() throws Exception {
    List<Contender> contenders = new ArrayList<>();
    for (Jar jar : jars) {
      contenders.add(contender(jar.name(), () -> verification(jar, VERIFIED)));
    }
    contenders.add(
        contender("two plain scans", () -> Command.plain(library, "verify", VERIFIED)));
    compare("verify of a table of %d movies", contenders);
  }

  /** Verifies all tables in one scan of the ledger, and one table after the other. */
  void verifyAll() throws Exception {
    Jar jar = jars.get(0);
    List<Contender> contenders = new ArrayList<>();
    contenders.add(contender(jar.name(), () -> verification(jar, "--all")));
    contenders.add(
        new Contender(
            "Cinedex, a command for each table",
            time -> {
              double seconds = 0;
              double cpuSeconds = 0;
              for (String table : ALL) {
                Command.Took took = verification(jar, table).run();
                seconds += took.seconds();
                cpuSeconds += took.cpuSeconds();
              }
              return Sample.ofWork(films, seconds, cpuSeconds);
            }));
    contenders.add(
        contender(
            "three plain scans",
            () -> Command.plain(library, "verify", ALL.get(0), ALL.get(1))));
    compare("verify of both tables of %d movies", contenders);
  }

  /** Repairs a table in which more and more rows are missing. */
  void repair(CqlSession session) throws Exception {
    MissingRows rows = new MissingRows(session);
    List<Contender> contenders = new ArrayList<>();
    for (int missing : MISSING) {
      contenders.add(
          contender(
              "%,d of %,d rows missing".formatted(missing, rows.count()),
              () -> {
                rows.delete(missing);
                return Command.job(jars.get(0).file(), library, "repair", VERIFIED, SHIPPED)
                    .with("--apply");
              }));
    }
    compare("repair of a table of %d movies", contenders);
    int left = new MissingRows(session).count();
    if (left != rows.count()) {
      throw new IllegalStateException(
          "%,d of %,d rows are left after the repairs".formatted(left, rows.count()));
    }
  }

  private Command verification(Jar jar, String table) {
    return Command.job(jar.file(), library, "verify", table, SHIPPED);
  }

  /** Prepares a command that is not measured before it runs. */
  @FunctionalInterface
  private interface Preparation {
    Command prepare() throws Exception;
  }

  private Contender contender(String name, Preparation preparation) {
    return new Contender(name, time -> Bulk.sample(films, preparation.prepare()));
  }

  private void compare(String work, List<Contender> contenders) throws Exception {
    bench.compare("bulk", work.formatted(films), "movies", rounds, contenders);
  }
}
