package dev.cinedex.cli;

import dev.cinedex.files.Format;
import dev.cinedex.files.ListText;
import dev.cinedex.text.EnumText;
import java.util.Optional;
import java.util.stream.Stream;
import net.sourceforge.argparse4j.inf.Namespace;
import net.sourceforge.argparse4j.inf.Subparser;
import org.jspecify.annotations.Nullable;

/** The arguments that say how a file of movies or rows is written. */
final class FormatArguments {
  private FormatArguments() {}

  static void add(Subparser parser) {
    parser
        .addArgument("--format")
        .choices(Stream.of(Format.values()).map(Format::text).toList())
        .help(
            "the format of FILE; by default its name tells, and without such a name it is ndjson");
    parser
        .addArgument("--list-separator")
        .metavar("CHARACTER")
        .setDefault(String.valueOf(ListText.DEFAULT_SEPARATOR))
        .help("stands between the elements of a list in a cell of CSV (default: %(default)s)");
  }

  static Format format(Namespace arguments, Optional<Format> ofName) {
    @Nullable String format = arguments.getString("format");
    return format == null
        ? ofName.orElse(Format.NDJSON)
        : EnumText.parse(Format.class, format).orElseThrow();
  }

  static ListText lists(Namespace arguments) {
    String separator = arguments.getString("list_separator");
    try {
      if (separator.length() == 1) {
        return new ListText(separator.charAt(0));
      }
    } catch (IllegalArgumentException e) {
      throw new CommandException("--list-separator %s: %s".formatted(separator, e.getMessage()), e);
    }
    throw new CommandException("--list-separator must be one character, not '" + separator + "'");
  }
}
