package dev.cinedex.cli;

import dev.cinedex.catalog.UnfinishedImports;
import dev.cinedex.imports.Checkpoint;
import dev.cinedex.imports.Import;
import dev.cinedex.imports.ImportListener;
import dev.cinedex.imports.ImportOptions;
import dev.cinedex.imports.ImportSummary;
import dev.cinedex.instance.CinedexConfiguration;
import dev.cinedex.instance.Instance;
import dev.cinedex.ledger.ExclusiveWriter;
import dev.cinedex.ledger.Writes;
import dev.cinedex.movie.MovieJson;
import io.dropwizard.core.cli.Cli;
import io.dropwizard.core.cli.ConfiguredCommand;
import io.dropwizard.core.setup.Bootstrap;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import net.sourceforge.argparse4j.inf.Namespace;
import net.sourceforge.argparse4j.inf.Subparser;

/** {@code import config.yml FILE}: writes the movies of a file. */
public final class ImportCommand extends ConfiguredCommand<CinedexConfiguration> {
  public ImportCommand() {
    super("import", "Writes the movies of an NDJSON or CSV file, plain or gzipped");
  }

  @Override
  public void configure(Subparser subparser) {
    ImportArguments.add(subparser);
  }

  @Override
  protected void run(
      Bootstrap<CinedexConfiguration> bootstrap,
      Namespace namespace,
      CinedexConfiguration configuration)
      throws IOException {
    MoviesFile file = ImportArguments.file(namespace);
    ImportOptions options = ImportArguments.options(namespace, file);
    MovieJson json = new MovieJson(bootstrap.getValidatorFactory().getValidator());
    try (Instance instance = CommandInstance.open(configuration)) {
      UnfinishedImports imports = instance.catalogAdmin().unfinishedImports();
      List<String> interrupted = imports.files();
      Run run = new Run(instance, file, options, json, ImportArguments.fromStart(namespace));
      long rejected =
          ImportArguments.exclusive(namespace) ? runAlone(run) : run(run, instance.writer());
      end(run, interrupted);
      requireNoRejects(rejected, file);
    }
  }

  /** What is imported, and how. */
  private record Run(
      Instance instance,
      MoviesFile file,
      ImportOptions options,
      MovieJson json,
      boolean fromStart) {}

  private static long runAlone(Run run) throws IOException {
    try (ExclusiveWriter writer = run.instance().writer().exclusive()) {
      run.instance().catalogAdmin().unfinishedImports().begin(run.file().name());
      return run(run, writer);
    }
  }

  /**
   * Completes what other exclusive imports have left.
   *
   * @param interrupted the imports that had not ended before this one
   */
  private static void end(Run run, List<String> interrupted) {
    UnfinishedImports imports = run.instance().catalogAdmin().unfinishedImports();
    List<String> unfinished = imports.files();
    boolean othersToo = unfinished.stream().anyMatch(file -> !file.equals(run.file().name()));
    if (!interrupted.isEmpty() || othersToo) {
      System.out.println(
          "An exclusive import has not ended: completing its movies reads the whole ledger ...");
      completeMovies(run.instance());
    }
    imports.end(unfinished);
  }

  private static void completeMovies(Instance instance) {
    try (RecordProgress progress =
        RecordProgress.of(
            "complete", "movies", instance.ledger()::estimatedSize, OptionalInt::empty)) {
      instance.writer().settleAll(progress::step);
    }
  }

  /** Returns the number of lines that were rejected. */
  private static long run(Run run, Writes writer) throws IOException {
    ResumableImport movies =
        new ResumableImport(
            new Import(writer, run.json(), run.options()),
            run.file(),
            run.instance().ledger().tableId() + " " + run.options());
    Checkpoint from = run.fromStart() ? Checkpoint.START : movies.start();
    Instant start = Instant.now();
    ImportSummary summary = run(movies, from, run.file(), run.options());
    print(summary, Duration.between(start, Instant.now()));
    return from.rejected() + summary.rejected();
  }

  private static void requireNoRejects(long rejected, MoviesFile file) {
    if (rejected > 0) {
      throw new FindingsException(
          "%d lines were rejected: see %s, with the reason for each"
              .formatted(rejected, file.rejects()));
    }
  }

  @Override
  public void onError(Cli cli, Namespace namespace, Throwable e) {
    CommandErrors.print(e, cli.getStdErr());
  }

  private static ImportSummary run(
      ResumableImport movies, Checkpoint from, MoviesFile file, ImportOptions options)
      throws IOException {
    try (Rejects rejects = Rejects.open(file.rejects(), from.line());
        RecordProgress progress =
            RecordProgress.of(
                "import", "movies", () -> file.lines(options.format()), file::percentRead)) {
      return movies.run(
          from,
          new ImportListener() {
            @Override
            public void lineDone() {
              progress.step();
            }

            @Override
            public void rejected(long lineNumber, String line, String reason) {
              rejects.add(lineNumber, line, reason);
            }

            @Override
            public void reached(Checkpoint checkpoint) {}
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
