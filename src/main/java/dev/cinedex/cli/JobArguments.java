package dev.cinedex.cli;

import com.google.common.base.Splitter;
import dev.cinedex.jobs.InvalidJobException;
import dev.cinedex.jobs.JobKind;
import dev.cinedex.jobs.JobOption;
import dev.cinedex.jobs.JobOptions;
import dev.cinedex.jobs.Scope;
import dev.cinedex.text.StrictUuid;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import net.sourceforge.argparse4j.impl.Arguments;
import net.sourceforge.argparse4j.inf.Namespace;
import net.sourceforge.argparse4j.inf.Subparser;

/** The arguments that set the options of a job. */
final class JobArguments {
  private JobArguments() {}

  /** Adds the arguments of the options that jobs of this kind have. */
  static void add(Subparser parser, JobKind kind) {
    if (kind.options().contains(JobOption.APPLY)) {
      addApply(parser);
    }
    addCommon(parser);
    if (kind.options().contains(JobOption.SCOPE)) {
      addScope(parser);
    }
  }

  private static void addApply(Subparser parser) {
    parser
        .addArgument("--apply")
        .action(Arguments.storeTrue())
        .help("repair what is found; without it, only unfinished writes are completed");
  }

  private static void addCommon(Subparser parser) {
    parser
        .addArgument("--rows-per-second")
        .metavar("N")
        .type(Integer.class)
        .choices(Arguments.range(1, JobOptions.MAX_ROWS_PER_SECOND))
        .setDefault(0)
        .help("read at most N rows per second; by default as many as config.yml says");
    parser.addArgument("--digest").action(Arguments.storeTrue()).help("has no effect any more");
  }

  private static void addScope(Subparser parser) {
    parser.addArgument("--movie").metavar("ID").help("only rows of this movie");
    parser.addArgument("--actor").metavar("NAME").help("short for --key actor=NAME");
    parser
        .addArgument("--key")
        .metavar("COLUMN=VALUE")
        .action(Arguments.append())
        .help("only rows with this value in their key; can be given several times");
    parser
        .addArgument("--tokens")
        .metavar("AFTER:UPTO")
        .help("only movies and partitions of this token range, rounded up to slices");
  }

  /**
   * Returns the options that the arguments set.
   *
   * @throws CommandException when a value is not valid
   * @throws InvalidJobException when a value is not valid, or two arguments exclude each other
   */
  static JobOptions options(Namespace arguments) {
    return new JobOptions(
        isSet(arguments, "apply"),
        arguments.getInt("rows_per_second"),
        isSet(arguments, "digest"),
        scope(arguments));
  }

  private static boolean isSet(Namespace arguments, String flag) {
    return Boolean.TRUE.equals(arguments.getBoolean(flag));
  }

  private static Scope scope(Namespace arguments) {
    String movie = arguments.getString("movie");
    String tokens = arguments.getString("tokens");
    return new Scope(
        movie == null ? null : movieId(movie),
        key(arguments),
        tokens == null ? null : Scope.tokens(tokens));
  }

  private static Map<String, String> key(Namespace arguments) {
    Map<String, String> key = new LinkedHashMap<>();
    String actor = arguments.getString("actor");
    if (actor != null) {
      key.put("actor", actor);
    }
    List<String> parts = arguments.getList("key");
    for (String part : parts == null ? List.<String>of() : parts) {
      List<String> sides = Splitter.on('=').limit(2).splitToList(part);
      if (sides.size() < 2) {
        throw new CommandException(
            "--key: '%s' does not have the form COLUMN=VALUE, such as actor=Fred".formatted(part));
      }
      key.put(sides.get(0), sides.get(1));
    }
    return key;
  }

  private static UUID movieId(String text) {
    return StrictUuid.of(text)
        .orElseThrow(() -> new CommandException("--movie: '%s' is not a UUID".formatted(text)));
  }
}
