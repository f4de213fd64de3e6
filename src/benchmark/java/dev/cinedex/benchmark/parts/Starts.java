package dev.cinedex.benchmark.parts;

import dev.cinedex.benchmark.data.Library;
import dev.cinedex.benchmark.measure.Contender;
import dev.cinedex.benchmark.measure.Rounds;
import dev.cinedex.benchmark.measure.Sample;
import dev.cinedex.benchmark.parts.Jars.Jar;
import dev.cinedex.benchmark.peers.Command;
import dev.cinedex.benchmark.peers.Demo;
import dev.cinedex.benchmark.peers.ServerProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The time that users wait before something answers. Each sample is one start. */
public final class Starts implements Part {
  private static final String UNIT = "starts";

  @Override
  public String name() {
    return "start";
  }

  @Override
  public void run(Bench bench) throws Exception {
    Library library = bench.emptyLibrary("start");
    Rounds rounds = new Rounds(bench.settings().thorough() ? 7 : 2, Duration.ZERO);
    bench.compare(name(), "lookups list", UNIT, rounds, commands(bench, library));
    bench.compare(name(), "server until it answers", UNIT, rounds, servers(bench, library));
    bench.compare(name(), "demo: empty node, samples, first answer", UNIT, rounds, demos(bench));
  }

  private static List<Contender> commands(Bench bench, Library library) {
    List<Contender> contenders = new ArrayList<>();
    for (Jar jar : Jars.withAndWithoutArchive(bench.settings())) {
      contenders.add(
          new Contender(
              jar.name(),
              time -> {
                Command.Took took =
                    Command.ofJar(
                            jar.options(), jar.file(), library, "lookups", "list", "config.yml")
                        .run();
                return Sample.ofWork(1, took.seconds(), took.cpuSeconds());
              }));
    }
    return contenders;
  }

  private static List<Contender> servers(Bench bench, Library library) {
    List<Contender> contenders = new ArrayList<>();
    for (Jar jar : Jars.withAndWithoutArchive(bench.settings())) {
      contenders.add(
          start(
              jar.name(),
              () -> ServerProcess.ofJar(jar.name(), jar.options(), jar.file(), library)));
    }
    contenders.add(start("bare Dropwizard", () -> ServerProcess.dropwizard(library)));
    contenders.add(start("raw Netty", () -> ServerProcess.netty(library)));
    return contenders;
  }

  private static List<Contender> demos(Bench bench) {
    List<Contender> contenders = new ArrayList<>();
    for (Jar jar : Jars.of(bench.settings())) {
      contenders.add(
          start(
              jar.name(),
              () -> Demo.start(jar.file(), bench.settings().port() + Demo.PORTS_AWAY)));
    }
    return contenders;
  }

  /** Starts a server that answers when this returns. */
  @FunctionalInterface
  private interface Start {
    ServerProcess run() throws Exception;
  }

  private static Contender start(String name, Start start) {
    return new Contender(
        name,
        time -> {
          long begun = System.nanoTime();
          try (ServerProcess server = start.run()) {
            double seconds = (System.nanoTime() - begun) / 1e9;
            return Sample.ofWork(1, seconds, server.cpu().seconds());
          }
        });
  }
}
