package dev.cinedex.cli;

import dev.cinedex.instance.Instance;
import dev.cinedex.jobs.Job;
import dev.cinedex.jobs.JobKind;
import dev.cinedex.jobs.JobOption;
import dev.cinedex.jobs.JobOptions;
import dev.cinedex.jobs.TableLifecycle;
import dev.cinedex.lookup.LookupTable;
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
    parser.addArgument("table").metavar("TABLE");
    parser.addArgument("file").help("application configuration file");
    JobArguments.add(parser, kind);
  }

  @Override
  public Task task(Namespace arguments) {
    String table = arguments.getString("table");
    JobOptions options = JobArguments.options(arguments);
    return instance -> new ForegroundJob(instance).run(begin(instance, table, options));
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
