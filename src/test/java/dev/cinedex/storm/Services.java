package dev.cinedex.storm;

import static java.nio.file.StandardOpenOption.APPEND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.cinedex.CinedexApplication;
import dev.cinedex.TestProcess;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.Signals;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Processes of the service on one Cassandra, that can be killed and paused. */
final class Services implements AutoCloseable {
  private static final Pattern CLAIM =
      Pattern.compile("Movie (\\S{36}): (decides|claims) (\\d+) (?:after|in place of) (\\d+)");
  private static final Duration START_LIMIT = Duration.ofMinutes(5);
  private static final Duration SLOW_START = Duration.ofMinutes(1);

  private final CassandraFactory cassandra;
  private final History history;
  private final List<Integer> ports = new ArrayList<>();
  private final List<Process> processes = new ArrayList<>();

  Services(CassandraFactory cassandra, History history, int count) throws IOException {
    this.cassandra = cassandra;
    this.history = history;
    for (int i = 0; i < count; i++) {
      ports.add(TestProcess.freePort());
      processes.add(start(i));
    }
  }

  List<Integer> ports() {
    return List.copyOf(ports);
  }

  /** With SIGKILL, and starts it again. */
  void killAndRestart(int service) throws IOException, InterruptedException {
    processes.get(service).destroyForcibly().waitFor();
    restart(service);
  }

  /** With SIGKILL, all at once. */
  void killAll() throws InterruptedException {
    processes.forEach(Process::destroyForcibly);
    for (Process process : processes) {
      process.waitFor();
    }
  }

  /** One that was killed; returns when it answers. */
  void restart(int service) throws IOException {
    processes.set(service, start(service));
  }

  void pause(int service) throws IOException {
    Signals.stop(processes.get(service).pid());
  }

  void resume(int service) throws IOException {
    Signals.resume(processes.get(service).pid());
  }

  void pauseAll() throws IOException {
    for (Process process : processes) {
      Signals.stop(process.pid());
    }
  }

  void resumeAll() throws IOException {
    for (Process process : processes) {
      Signals.resume(process.pid());
    }
  }

  @Override
  public void close() {
    processes.forEach(Process::destroyForcibly);
  }

  /**
   * Again when it gives up because no node answers just then; not when it is slow: beside a node
   * that starts, too, and many clients it has little of the processors.
   */
  private Process start(int service) throws IOException {
    Instant deadline = Instant.now().plus(START_LIMIT);
    while (true) {
      Process process =
          TestProcess.java(
              cassandra,
              Map.of(
                  "HTTP_PORT",
                  String.valueOf(ports.get(service)),
                  "JAVA_TOOL_OPTIONS",
                  "-Ddw.logging.loggers.dev\\.cinedex\\.ledger=DEBUG"
                      + " -Ddw.logging.appenders[0].discardingThreshold=0"),
              CinedexApplication.class,
              List.of("server", "config.yml"));
      Thread reader = new Thread(() -> read(process, service), "reads its claims");
      reader.setDaemon(true);
      reader.start();
      if (TestProcess.awaitAnswer(process, ports.get(service), SLOW_START)
          || (process.isAlive() && awaitSlow(process, service, deadline))) {
        return process;
      }
      process.destroyForcibly();
      assertThat(Instant.now()).as("a service that does not come up").isBefore(deadline);
    }
  }

  private boolean awaitSlow(Process process, int service, Instant deadline) throws IOException {
    System.out.printf(
        "Service %d is slow to start: target/storm-service%d.log has its threads%n",
        service, service);
    Signals.printThreads(process.pid());
    return TestProcess.awaitAnswer(
        process, ports.get(service), Duration.between(Instant.now(), deadline));
  }

  /** To the end of the process; keeps the other lines in a file. */
  private void read(Process process, int service) {
    Path log = Path.of("target", "storm-service" + service + ".log");
    try (PrintWriter other =
        new PrintWriter(Files.newBufferedWriter(log, StandardOpenOption.CREATE, APPEND), true)) {
      process
          .inputReader()
          .lines()
          .forEach(
              line -> {
                Matcher claim = CLAIM.matcher(line);
                if (claim.find()) {
                  UUID movie = UUID.fromString(claim.group(1));
                  long before = Long.parseLong(claim.group(4));
                  if (claim.group(2).equals("claims")) {
                    history.claim(movie, before);
                  } else {
                    history.decide(movie, Long.parseLong(claim.group(3)), before);
                  }
                } else {
                  other.println(line);
                }
              });
    } catch (UncheckedIOException e) {
      // it was killed
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
