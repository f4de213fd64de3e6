package dev.cinedex.cli;

import dev.cinedex.files.Format;
import dev.cinedex.files.ListText;
import dev.cinedex.imports.Existing;
import dev.cinedex.imports.ImportOptions;
import dev.cinedex.text.NormalText;
import net.sourceforge.argparse4j.impl.Arguments;
import net.sourceforge.argparse4j.inf.Namespace;
import net.sourceforge.argparse4j.inf.Subparser;
import org.jspecify.annotations.Nullable;

/** The arguments of {@code import}. */
final class ImportArguments {
  private ImportArguments() {}

  static void add(Subparser parser) {
    parser
        .addArgument("--default-genre")
        .metavar("NAME")
        .help("genre of movies without one; by default they are rejected");
    FormatArguments.add(parser);
    parser
        .addArgument("--from-start")
        .action(Arguments.storeTrue())
        .help("imports the whole file, also when an import of it was interrupted");
    parser
        .addArgument("--exclusive")
        .action(Arguments.storeTrue())
        .help("for a first load: faster, but no other instance may write meanwhile");
    parser.addArgument("file").help("application configuration file");
    parser
        .addArgument("movies")
        .metavar("FILE")
        .help(
            "one movie per line, as for POST /movies, or CSV; '-' reads the standard input; rejects"
                + " go to FILE.rejects.ndjson");
  }

  static MoviesFile file(Namespace arguments) {
    return MoviesFile.named(arguments.getString("movies"));
  }

  static ImportOptions options(Namespace arguments, MoviesFile file) {
    Format format = FormatArguments.format(arguments, file.format());
    ListText lists = FormatArguments.lists(arguments);
    return new ImportOptions(
        format, lists, Existing.REPLACE, normal(arguments.getString("default_genre")));
  }

  static boolean fromStart(Namespace arguments) {
    return arguments.getBoolean("from_start");
  }

  static boolean exclusive(Namespace arguments) {
    return arguments.getBoolean("exclusive");
  }

  private static @Nullable String normal(@Nullable String name) {
    return name == null ? null : NormalText.of(name);
  }
}
