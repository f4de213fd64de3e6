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

  /** A jar with its name in the report. */
  record Jar(String name, Path file) {}

  static List<Jar> of(Settings settings) {
    List<Jar> jars = new ArrayList<>(List.of(new Jar(Contender.CINEDEX, BUILT)));
    Optional<Path> baseline = settings.baseline();
    baseline.ifPresent(file -> jars.add(new Jar("Cinedex (baseline)", file)));
    return jars;
  }
}
