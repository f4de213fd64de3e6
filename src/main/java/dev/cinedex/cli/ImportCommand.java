package dev.cinedex.cli;

import dev.cinedex.imports.Existing;
import dev.cinedex.imports.Import;
import dev.cinedex.imports.ImportListener;
import dev.cinedex.imports.ImportSummary;
import dev.cinedex.instance.CinedexConfiguration;
import dev.cinedex.instance.Instance;
import dev.cinedex.movie.MovieJson;
import dev.cinedex.text.NormalText;
import io.dropwizard.core.cli.Cli;
import io.dropwizard.core.cli.ConfiguredCommand;
import io.dropwizard.core.setup.Bootstrap;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import net.sourceforge.argparse4j.inf.Namespace;
import net.sourceforge.argparse4j.inf.Subparser;
import org.jspecify.annotations.Nullable;

/** {@code import [--default-genre NAME] config.yml FILE}: writes the movies of an NDJSON file. */
public final class ImportCommand extends ConfiguredCommand<CinedexConfiguration> {
  public ImportCommand() {
    super("import", "Writes the movies of an NDJSON file, plain or gzipped");
  }

  @Override
  public void configure(Subparser subparser) {
    subparser
        .addArgument("--default-genre")
        .metavar("NAME")
        .help("genre of movies without one; by default they are rejected");
    subparser.addArgument("file").help("application configuration file");
    subparser
        .addArgument("movies")
        .metavar("FILE")
        .help("one movie per line, as for POST /movies; rejects go to FILE.rejects.ndjson");
  }

  @Override
  protected void run(
      Bootstrap<CinedexConfiguration> bootstrap,
      Namespace namespace,
      CinedexConfiguration configuration)
      throws IOException {
    MoviesFile file = MoviesFile.named(namespace.getString("movies"));
    String genre = namespace.getString("default_genre");
    MovieJson json = new MovieJson(bootstrap.getValidatorFactory().getValidator());
    try (Instance instance = Instance.open(configuration)) {
      Import movies = new Import(instance.writer(), json, Existing.REPLACE, normal(genre));
      Instant start = Instant.now();
      ImportSummary summary = run(movies, file);
      print(summary, Duration.between(start, Instant.now()));
      if (summary.rejected() > 0) {
        throw new FindingsException(
            "%d lines were rejected: see %s, with the reason for each"
                .formatted(summary.rejected(), file.rejects()));
      }
    }
  }

  @Override
  public void onError(Cli cli, Namespace namespace, Throwable e) {
    CommandErrors.print(e, cli.getStdErr());
  }

  private static @Nullable String normal(@Nullable String name) {
    return name == null ? null : NormalText.of(name);
  }

  private static ImportSummary run(Import movies, MoviesFile file) throws IOException {
    try (InputStream bytes = file.open();
        Rejects rejects = Rejects.open(file.rejects());
        ImportProgress progress = ImportProgress.of(file)) {
      return movies.run(
          bytes,
          new ImportListener() {
            @Override
            public void lineDone() {
              progress.step().run();
            }

            @Override
            public void rejected(long lineNumber, String line, String reason) {
              rejects.add(lineNumber, line, reason);
            }
          });
    }
  }

  private static void print(ImportSummary summary, Duration duration) {
    double seconds = duration.toMillis() / 1000.0;
    System.out.printf(
        "%d read, %d written, %d unchanged, %d rejected in %.1f s (%.0f movies/s)%n",
        summary.read(),
        summary.written(),
        summary.unchanged(),
        summary.rejected(),
        seconds,
        summary.read() / Math.max(seconds, 0.001));
  }
}
