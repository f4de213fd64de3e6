package dev.cinedex.benchmark.peers;

import dev.cinedex.benchmark.data.Library;
import dev.cinedex.benchmark.measure.ProcessCpu;
import dev.cinedex.jobs.JobOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A command that runs in a JVM of its own until it ends.
 *
 * @param name the name of its log
 * @param arguments of {@code java}
 * @param library the keyspace that it works on
 */
public record Command(String name, List<String> arguments, Library library) {
  private static final int POLL_MILLIS = 20;

  /** The highest pace of a job, in rows per second. */
  private static final String FULL_SPEED = String.valueOf(JobOptions.MAX_ROWS_PER_SECOND);

  /** The time that a command took. */
  public record Took(double seconds, double cpuSeconds) {}

  /** Returns a command of Cinedex. */
  public static Command ofJar(Path jar, Library library, String... arguments) {
    return ofJar(List.of(), jar, library, arguments);
  }

  /**
   * Returns a command of Cinedex.
   *
   * @param options of the JVM
   */
  public static Command ofJar(
      List<String> options, Path jar, Library library, String... arguments) {
    List<String> all = new ArrayList<>(options);
    all.addAll(List.of("-jar", jar.toString()));
    all.addAll(List.of(arguments));
    return new Command(arguments[0], all, library);
  }

  /**
   * Returns a job on a table, at the highest pace: the one in config.yml spares Cassandra.
   *
   * @param kind of the job, such as {@code verify}
   * @param table its name, or an option in its place
   */
  public static Command job(
      Path jar, Library library, String kind, String table, String configuration) {
    return ofJar(
        jar, library, "lookups", kind, table, "--rows-per-second", FULL_SPEED, configuration);
  }

  /** Returns this command with one more option. */
  public Command with(String option) {
    List<String> all = new ArrayList<>(arguments);
    all.add(option);
    return new Command(name, all, library);
  }

  /** Returns a plain program of the benchmark's own: see {@link PlainPrograms}. */
  public static Command plain(Library library, String... arguments) {
    List<String> all = new ArrayList<>(JavaProcess.ofClass(PlainPrograms.class));
    all.addAll(List.of(arguments));
    return new Command("plain " + arguments[0], all, library);
  }

  /**
   * Runs the command.
   *
   * @throws IllegalStateException when it fails
   */
  public Took run() throws Exception {
    long begun = System.nanoTime();
    Process process = JavaProcess.start(name, arguments, JavaProcess.PROJECT, library.environment());
    ProcessCpu cpu = new ProcessCpu(process.toHandle());
    double cpuSeconds = 0; // as it was last seen: a process that has ended tells nothing
    while (!process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
      cpuSeconds = Math.max(cpuSeconds, cpu.seconds());
    }
    if (process.exitValue() != 0) {
      throw new IllegalStateException(
          "%s ended with exit code %d: see target/benchmark/logs"
              .formatted(arguments, process.exitValue()));
    }
    return new Took((System.nanoTime() - begun) / 1e9, cpuSeconds);
  }
}
