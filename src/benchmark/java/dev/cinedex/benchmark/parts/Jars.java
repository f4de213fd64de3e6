package dev.cinedex.benchmark.parts;

import dev.cinedex.benchmark.measure.Contender;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The jars of Cinedex that take part: the one that was built, and the baseline if there is one. */
final class Jars {
  private static final Path BUILT = Path.of("target", "cinedex.jar");

  private Jars() {}

  /**
   * A jar.
   *
   * @param name in the report
   * @param options of the JVM that runs it
   */
  record Jar(String name, Path file, List<String> options) {}

  /** Returns the jars that take part in starts: also the built one without its archive of classes. */
  static List<Jar> withAndWithoutArchive(Settings settings) {
    List<Jar> jars = new ArrayList<>(of(settings));
    jars.add(1, new Jar("Cinedex, no class archive", BUILT, List.of("-Xshare:auto")));
    return jars;
  }

  static List<Jar> of(Settings settings) {
    List<Jar> jars = new ArrayList<>(List.of(new Jar(Contender.CINEDEX, BUILT, List.of())));
    Optional<Path> baseline = settings.baseline();
    baseline.ifPresent(file -> jars.add(new Jar("Cinedex (baseline)", file, List.of())));
    return jars;
  }
}
