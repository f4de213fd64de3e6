package dev.cinedex.cli;

import dev.cinedex.errors.StartupException;
import dev.cinedex.imports.Import;
import dev.cinedex.imports.Import.Existing;
import dev.cinedex.imports.Import.Summary;
import dev.cinedex.instance.CinedexConfiguration;
import dev.cinedex.instance.Instance;
import dev.cinedex.movie.MovieJson;
import dev.cinedex.text.NormalText;
import io.dropwizard.core.cli.Cli;
import io.dropwizard.core.cli.ConfiguredCommand;
import io.dropwizard.core.setup.Bootstrap;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.zip.GZIPInputStream;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import net.sourceforge.argparse4j.inf.Namespace;
import net.sourceforge.argparse4j.inf.Subparser;
import org.jspecify.annotations.Nullable;

/** {@code import [--default-genre NAME] config.yml FILE}: writes the movies of an NDJSON file. */
public final class ImportCommand extends ConfiguredCommand<CinedexConfiguration> {
  private static final int GZIP_MAGIC = 0x8B1F;

  public ImportCommand() {
    super("import", "Writes the movies of an NDJSON file, plain or gzipped");
  }

  @Override
  public void configure(Subparser subparser) {
    subparser
        .addArgument("--default-genre")
        .metavar("NAME")
        .help("genre of movies that have none; without it they are rejected");
    subparser.addArgument("file").help("application configuration file");
    subparser
        .addArgument("movies")
        .metavar("FILE")
        .help("one movie a line, as POST /movies takes it; rejects go to FILE.rejects.ndjson");
  }

  @Override
  protected void run(
      Bootstrap<CinedexConfiguration> bootstrap,
      Namespace namespace,
      CinedexConfiguration configuration)
      throws IOException {
    Path file = Path.of(namespace.getString("movies"));
    if (!Files.isReadable(file) || Files.isDirectory(file)) {
      throw new StartupException("The file to import cannot be read: " + file);
    }
    String defaultGenre = namespace.getString("default_genre");
    MovieJson json = new MovieJson(bootstrap.getValidatorFactory().getValidator());
    try (Instance core = Instance.open(configuration)) {
      Import movies =
          new Import(
              core.writer(),
              json,
              Existing.REPLACE,
              defaultGenre == null ? null : NormalText.of(defaultGenre));
      report(run(movies, file), file);
    }
  }

  @Override
  public void onError(Cli cli, Namespace namespace, Throwable e) {
    CommandErrors.print(e, cli.getStdErr());
  }

  private record Timed(Summary summary, Duration duration) {}

  private static Timed run(Import movies, Path file) throws IOException {
    Instant start = Instant.now();
    try (InputStream bytes = open(file);
        Rejects rejects = new Rejects(rejectsOf(file));
        Progress progress = Progress.of(file)) {
      Summary summary =
          movies.run(
              bytes,
              new Import.Listener() {
                @Override
                public void lineDone() {
                  progress.step();
                }

                @Override
                public void rejected(long lineNumber, String line, String reason) {
                  rejects.add(lineNumber, line, reason);
                }
              });
      return new Timed(summary, Duration.between(start, Instant.now()));
    }
  }

  private static void report(Timed timed, Path file) {
    Summary summary = timed.summary();
    double seconds = timed.duration().toMillis() / 1000.0;
    System.out.printf(
        "%d read, %d written, %d unchanged, %d rejected in %.1f s (%.0f movies/s)%n",
        summary.read(),
        summary.written(),
        summary.unchanged(),
        summary.rejected(),
        seconds,
        summary.read() / Math.max(seconds, 0.001));
    if (summary.rejected() > 0) {
      throw new FindingsException(
          "%d lines were rejected: see %s, with the reason for each"
              .formatted(summary.rejected(), rejectsOf(file)));
    }
  }

  private static Path rejectsOf(Path file) {
    return file.resolveSibling(file.getFileName() + ".rejects.ndjson");
  }

  private static InputStream open(Path file) throws IOException {
    InputStream bytes = new BufferedInputStream(Files.newInputStream(file));
    bytes.mark(2);
    int magic = bytes.read() | bytes.read() << 8;
    bytes.reset();
    return magic == GZIP_MAGIC ? new GZIPInputStream(bytes) : bytes;
  }

  /** A bar with rate and time left on a terminal; nothing elsewhere. */
  private record Progress(@Nullable ProgressBar bar) implements AutoCloseable {
    @SuppressWarnings("SystemConsoleNull") // from JDK 22 on it is never null: then there is a bar
    static Progress of(Path file) throws IOException {
      if (System.console() == null) {
        return new Progress(null);
      }
      try (BufferedReader lines =
          new BufferedReader(new InputStreamReader(open(file), StandardCharsets.ISO_8859_1))) {
        return new Progress(
            new ProgressBarBuilder()
                .setTaskName("import")
                .setInitialMax(lines.lines().filter(line -> !line.isBlank()).count())
                .setUnit(" movies", 1)
                .showSpeed()
                .build());
      }
    }

    void step() {
      if (bar != null) {
        bar.step();
      }
    }

    @Override
    public void close() {
      if (bar != null) {
        bar.close();
      }
    }
  }
}
