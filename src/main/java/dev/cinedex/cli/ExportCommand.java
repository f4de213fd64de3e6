package dev.cinedex.cli;

import dev.cinedex.exports.Export;
import dev.cinedex.exports.Source;
import dev.cinedex.files.Format;
import dev.cinedex.files.ListText;
import dev.cinedex.instance.CinedexConfiguration;
import dev.cinedex.instance.Instance;
import dev.cinedex.lookup.LookupTable;
import io.dropwizard.core.cli.Cli;
import io.dropwizard.core.cli.ConfiguredCommand;
import io.dropwizard.core.setup.Bootstrap;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import net.sourceforge.argparse4j.inf.Namespace;
import net.sourceforge.argparse4j.inf.Subparser;

/** {@code export TABLE config.yml FILE}: writes the movies, or the rows of a lookup table. */
public final class ExportCommand extends ConfiguredCommand<CinedexConfiguration> {
  private static final String STANDARD_OUTPUT = "-";

  public ExportCommand() {
    super("export", "Writes all movies, or all rows of a lookup table, as NDJSON or CSV");
  }

  @Override
  public void configure(Subparser subparser) {
    subparser
        .addArgument("table")
        .metavar("TABLE")
        .help("'movies', whose export 'import' reads again, or a lookup table");
    FormatArguments.add(subparser);
    subparser.addArgument("file").help("application configuration file");
    subparser
        .addArgument("output")
        .metavar("FILE")
        .help(
            "must not exist; a name that ends with .gz is gzipped; '-' writes to the standard"
                + " output. An export that was killed continues when it is started again");
  }

  @Override
  protected void run(
      Bootstrap<CinedexConfiguration> bootstrap,
      Namespace namespace,
      CinedexConfiguration configuration)
      throws IOException {
    String output = namespace.getString("output");
    boolean standard = output.equals(STANDARD_OUTPUT);
    Format format =
        FormatArguments.format(namespace, standard ? Optional.empty() : Format.ofFileName(output));
    ListText lists = FormatArguments.lists(namespace);
    try (Instance instance = CommandInstance.open(configuration);
        RecordProgress progress =
            RecordProgress.of("export", "records", () -> -1, OptionalInt::empty)) {
      Source source = source(instance, namespace.getString("table"));
      Export export = new Export(source, format, lists);
      if (standard) {
        toStandardOutput(export, progress);
      } else {
        String identity =
            "%s %s %s %s"
                .formatted(instance.ledger().tableId(), source.name(), source.fields(), format);
        toFile(export, Path.of(output), identity + " " + lists.separator(), progress);
      }
    }
  }

  private static Source source(Instance instance, String name) {
    if (name.equals(instance.ledger().entity().table())) {
      return Source.of(instance.ledger());
    }
    LookupTable table = instance.catalog().lastKnown().required(name).table();
    return Source.of(instance.newLookupRows(), table);
  }

  private static void toStandardOutput(Export export, RecordProgress progress) throws IOException {
    OutputStream out = new BufferedOutputStream(System.out);
    export.run(
        0,
        new Export.Output() {
          @Override
          public OutputStream begin() {
            return out;
          }

          @Override
          public void rangeDone(OutputStream range, int rangesDone) throws IOException {
            range.flush();
            if (System.out.checkError()) {
              throw new IOException("The standard output is closed");
            }
          }

          @Override
          public void recordDone() {
            progress.step();
          }
        });
  }

  private static void toFile(Export export, Path path, String identity, RecordProgress progress)
      throws IOException {
    try (ExportFile file = ExportFile.open(path, identity, progress::step)) {
      export.run(file.rangesAtStart(), file);
      file.complete();
    }
  }

  @Override
  public void onError(Cli cli, Namespace namespace, Throwable e) {
    CommandErrors.print(e, cli.getStdErr());
  }
}
