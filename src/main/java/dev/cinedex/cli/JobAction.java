package dev.cinedex.cli;

import dev.cinedex.instance.Instance;
import dev.cinedex.jobs.Job;
import dev.cinedex.jobs.Job.Kind;
import dev.cinedex.jobs.Job.Options;
import dev.cinedex.jobs.TableLifecycle;
import dev.cinedex.lookup.LookupTable;
import net.sourceforge.argparse4j.inf.Namespace;
import net.sourceforge.argparse4j.inf.Subparser;

/** An action that begins a job of one kind on a table, and runs it. */
record JobAction(Kind kind) implements LookupsAction {
  @Override
  public String name() {
    return kind.text();
  }

  @Override
  public String help() {
    return switch (kind) {
      case BUILD -> "adds a declared table and writes its rows while services run";
      case VERIFY ->
          "prints each row that is missing, stale or orphaned; exit code 1 if there is one";
      case REPAIR -> "prints these rows too, and repairs them with --apply";
    };
  }

  @Override
  public void addArguments(Subparser parser) {
    parser.addArgument("table").metavar("TABLE");
    parser.addArgument("file").help("application configuration file");
    JobArguments.add(parser, kind);
  }

  @Override
  public Task task(Namespace arguments) {
    String table = arguments.getString("table");
    Options options = JobArguments.options(arguments);
    return instance -> new ForegroundJob(instance).run(begin(instance, table, options));
  }

  private Job begin(Instance instance, String table, Options options) {
    TableLifecycle lifecycle = instance.lifecycle();
    return switch (kind) {
      case BUILD -> lifecycle.build(declared(instance, table), options);
      case VERIFY -> lifecycle.verify(table, options);
      case REPAIR -> lifecycle.repair(table, options);
    };
  }

  private static LookupTable declared(Instance instance, String name) {
    return instance.tables().stream()
        .filter(table -> table.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new CommandException(
                    "'%s' is not declared in the configuration: add it to the block 'lookups'"
                        .formatted(name)));
  }
}
