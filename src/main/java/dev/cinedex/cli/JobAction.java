package dev.cinedex.cli;

import dev.cinedex.instance.Instance;
import dev.cinedex.jobs.Job;
import dev.cinedex.jobs.JobKind;
import dev.cinedex.jobs.JobOption;
import dev.cinedex.jobs.JobOptions;
import dev.cinedex.jobs.TableLifecycle;
import dev.cinedex.lookup.LookupTable;
import net.sourceforge.argparse4j.impl.Arguments;
import net.sourceforge.argparse4j.inf.Namespace;
import net.sourceforge.argparse4j.inf.Subparser;

/** An action that begins a job of one kind on a table, and runs it. */
record JobAction(JobKind kind) implements LookupsAction {
  @Override
  public String name() {
    return kind.text();
  }

  @Override
  public String help() {
    return kind.help();
  }

  @Override
  public void addArguments(Subparser parser) {
    if (kind.options().contains(JobOption.ALL)) {
      // With --all there is one name less, and the last one is the file.
      parser.addArgument("table").metavar("TABLE").nargs("?").help("or --all");
      parser
          .addArgument("--all")
          .action(Arguments.storeTrue())
          .help("all tables that are ready or retired; the ledger is read once");
    } else {
      parser.addArgument("table").metavar("TABLE");
    }
    parser.addArgument("file").help("application configuration file");
    JobArguments.add(parser, kind);
  }

  @Override
  public Task task(Namespace arguments) {
    String table = arguments.getString("table");
    boolean all = Boolean.TRUE.equals(arguments.getBoolean("all"));
    JobOptions options = JobArguments.options(arguments);
    if (all && table != null) {
      throw new CommandException("Name the table '%s', or give --all".formatted(table));
    }
    if (!all && table == null) {
      throw new CommandException("Name a table, or give --all");
    }
    return all
        ? instance -> run(instance, instance.lifecycle().beginAll(kind, options))
        : instance -> run(instance, begin(instance, table, options));
  }

  private static void run(Instance instance, Job job) throws InterruptedException {
    new ForegroundJob(instance).run(job);
  }

  private Job begin(Instance instance, String table, JobOptions options) {
    TableLifecycle lifecycle = instance.lifecycle();
    return kind.options().contains(JobOption.DECLARATION)
        ? lifecycle.begin(kind, declared(instance, table), options)
        : lifecycle.begin(kind, table, options);
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
