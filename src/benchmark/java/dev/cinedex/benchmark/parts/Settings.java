package dev.cinedex.benchmark.parts;

import dev.cinedex.benchmark.measure.Rounds;
import dev.cinedex.benchmark.measure.Warmup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The settings of a run, from the system properties that the profile {@code benchmark} sets.
 *
 * @param thorough whether this is the long form
 * @param parts the names of the parts that run
 * @param baseline the jar of another Cinedex that takes part
 * @param port the first port that the Cassandra of the benchmark tries
 */
public record Settings(boolean thorough, Set<String> parts, Optional<Path> baseline, int port) {
  static final int USUAL_READERS = 16;

  /** What the short form measures if nobody names parts. */
  private static final Set<String> MAIN_PARTS = Set.of("reads", "writes", "bulk", "start");

  /**
   * Reads the settings.
   *
   * @throws IllegalArgumentException when a setting has no meaning
   */
  public static Settings read(List<String> known) {
    String form = System.getProperty("benchmark", "short");
    if (!Set.of("short", "long").contains(form)) {
      throw new IllegalArgumentException(
          "-Dbenchmark=%s: it must be 'short' or 'long'".formatted(form));
    }
    boolean thorough = form.equals("long");
    return new Settings(
        thorough,
        readParts(known, thorough ? Set.copyOf(known) : MAIN_PARTS),
        readBaseline(),
        Integer.getInteger("benchmark.port", 29_042));
  }

  private static Set<String> readParts(List<String> known, Set<String> usual) {
    String asked = System.getProperty("benchmark.parts", "all");
    if (asked.equals("all")) {
      return usual;
    }
    List<String> names = List.of(asked.split(",", -1));
    names.stream()
        .filter(name -> !known.contains(name))
        .forEach(
            name -> {
              throw new IllegalArgumentException(
                  "-Dbenchmark.parts: there is no part '%s'. The parts: %s"
                      .formatted(name, String.join(",", known)));
            });
    return Set.copyOf(names);
  }

  private static Optional<Path> readBaseline() {
    String jar = System.getProperty("benchmark.baseline", "none");
    if (jar.equals("none")) {
      return Optional.empty();
    }
    if (!Files.isRegularFile(Path.of(jar))) {
      throw new IllegalArgumentException("-Dbenchmark.baseline: there is no file " + jar);
    }
    return Optional.of(Path.of(jar));
  }

  /** Returns the numbers of connections that read. */
  List<Integer> readers() {
    return thorough ? List.of(1, USUAL_READERS, 64) : List.of(USUAL_READERS);
  }

  /** Returns the numbers of clients that write. */
  List<Integer> writers() {
    return thorough ? List.of(1, 32) : List.of(32);
  }

  public Rounds rounds() {
    return thorough ? new Rounds(7, Duration.ofSeconds(6)) : new Rounds(3, Duration.ofSeconds(1));
  }

  public Warmup warmup() {
    return thorough
        ? new Warmup(Duration.ofSeconds(5), Duration.ofMinutes(1), Duration.ofMinutes(3))
        : new Warmup(Duration.ofSeconds(2), Duration.ofSeconds(8), Duration.ofSeconds(12));
  }
}
