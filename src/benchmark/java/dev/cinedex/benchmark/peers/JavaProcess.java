package dev.cinedex.benchmark.peers;

import dev.cinedex.benchmark.data.Library;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** JVMs of the JDK that runs the benchmark. They end when the benchmark does. */
public final class JavaProcess {
  /** The jar that the build has made. */
  public static final Path CINEDEX = Path.of("target", "cinedex.jar");

  private static final Path LOGS = Path.of("target", "benchmark", "logs");

  private JavaProcess() {}

  /**
   * Starts a JVM. Its output goes to {@code target/benchmark/logs}.
   *
   * @param name the name of its log
   * @param variables environment variables, besides those that lead to the library
   */
  static Process start(
      String name, List<String> arguments, Library library, Map<String, String> variables)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(arguments);
    Path log = Files.createDirectories(LOGS).resolve(name.replace(' ', '-') + ".log");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
    builder.environment().putAll(library.environment());
    builder.environment().putAll(variables);
    Process process = builder.start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    return process;
  }

  /** Returns the arguments that run a class of the benchmark. */
  static List<String> ofClass(Class<?> main) {
    return List.of("-classpath", System.getProperty("java.class.path"), main.getName());
  }

  /** Stops a process, and waits until it has ended. */
  static void stop(Process process) {
    process.destroy();
    try {
      if (!process.waitFor(20, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
