package dev.cinedex.benchmark.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** JVMs of the JDK that runs the benchmark. They end when the benchmark does. */
final class JavaProcess {
  /** The folder of the project. */
  static final Path PROJECT = Path.of("").toAbsolutePath();

  private static final Path LOGS = Path.of("target", "benchmark", "logs");

  private JavaProcess() {}

  /**
   * Starts a JVM. Its output goes to {@code target/benchmark/logs}.
   *
   * @param name the name of its log
   * @param folder its working directory
   * @param variables environment variables
   */
  static Process start(
      String name, List<String> arguments, Path folder, Map<String, String> variables)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(arguments);
    Path log = Files.createDirectories(LOGS).resolve(name.replace(' ', '-') + ".log");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
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
