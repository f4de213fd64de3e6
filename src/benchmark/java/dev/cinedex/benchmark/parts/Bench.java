package dev.cinedex.benchmark.parts;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.benchmark.data.Film;
import dev.cinedex.benchmark.data.FilmFile;
import dev.cinedex.benchmark.data.Library;
import dev.cinedex.benchmark.data.MadeFilms;
import dev.cinedex.benchmark.data.Node;
import dev.cinedex.benchmark.data.PlainInserts;
import dev.cinedex.benchmark.measure.Comparison;
import dev.cinedex.benchmark.measure.Contender;
import dev.cinedex.benchmark.measure.Results;
import dev.cinedex.benchmark.measure.Rounds;
import java.nio.file.Files;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What all parts share: settings, the node, the movies, and the place for results. */
public final class Bench {
  private static final int MADE = 30_000;

  private final Settings settings;
  private final Node node;
  private final Results results;
  private @Nullable Shelf shelf;

  public Bench(Settings settings, Node node, Results results) {
    this.settings = settings;
    this.node = node;
    this.results = results;
  }

  /** Movies that are in a library. */
  public record Shelf(Library library, List<Film> films) {}

  public Settings settings() {
    return settings;
  }

  public Node node() {
    return node;
  }

  public Results results() {
    return results;
  }

  /** Creates a library without movies. */
  Library emptyLibrary(String keyspace) throws Exception {
    return Library.create(node.contactPoint(), keyspace);
  }

  /**
   * Returns the movies that most parts work on: the real ones where they are, otherwise 30,000 that
   * are made. They are loaded when a part asks first.
   */
  Shelf shelf() throws Exception {
    if (shelf == null) {
      boolean real = Files.isReadable(FilmFile.REAL);
      List<Film> films =
          real ? FilmFile.readGzipped(FilmFile.REAL) : new MadeFilms(MADE).films().toList();
      results.say("loading %d %s movies", films.size(), real ? "real" : "made");
      Library library = emptyLibrary("benchmark");
      try (CqlSession session = library.connect()) {
        new PlainInserts(session, library.tables()).write(films.stream());
      }
      shelf = new Shelf(library, films);
    }
    return shelf;
  }

  /** Warms contenders up, one after the other. */
  void warm(List<Contender> contenders) throws Exception {
    for (Contender contender : contenders) {
      results.add(settings.warmup().warm(contender));
    }
  }

  /**
   * Warms contenders up, and then compares them. A JVM that is warm for many clients compiles anew
   * for one.
   */
  void warmAndCompare(String part, String work, String unit, List<Contender> contenders)
      throws Exception {
    warm(contenders);
    compare(part, work, unit, contenders);
  }

  /** Lets warm contenders work in turns, and keeps what they did. */
  void compare(String part, String work, String unit, List<Contender> contenders)
      throws Exception {
    compare(part, work, unit, settings.rounds(), contenders);
  }

  /** Lets contenders work in rounds of another number or length. */
  void compare(
      String part, String work, String unit, Rounds rounds, List<Contender> contenders)
      throws Exception {
    results.add(new Comparison(part, work, unit, rounds.run(contenders)));
  }
}
