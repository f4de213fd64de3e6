package dev.cinedex.cli;

import com.google.common.collect.ImmutableList;
import dev.cinedex.instance.CinedexConfiguration;
import dev.cinedex.instance.Instance;
import dev.cinedex.jobs.JobKinds;
import io.dropwizard.core.cli.Cli;
import io.dropwizard.core.cli.ConfiguredCommand;
import io.dropwizard.core.setup.Bootstrap;
import java.util.List;
import net.sourceforge.argparse4j.inf.Namespace;
import net.sourceforge.argparse4j.inf.Subparser;
import net.sourceforge.argparse4j.inf.Subparsers;

/** {@code lookups ACTION [TABLE] config.yml}: the life of the lookup tables. */
public final class LookupsCommand extends ConfiguredCommand<CinedexConfiguration> {
  /** The actions in the order of a table's life. */
  private static final List<LookupsAction> ACTIONS =
      ImmutableList.<LookupsAction>builder()
          .add(new ListAction())
          .addAll(JobKinds.kinds().stream().map(JobAction::new).iterator())
          .add(new TableAction("pause", "pauses the job on the table", JobControl::pause))
          .add(new TableAction("resume", "resumes the paused job", JobControl::resume))
          .add(new TableAction("cancel", "cancels the job on the table", JobControl::cancel))
          .add(new TableAction("retire", "stops reads, but not writes", TableStates::retire))
          .add(new TableAction("restore", "makes a retired table ready", TableStates::restore))
          .add(new TableAction("drop", "drops a retired or unbuilt table", TableStates::drop))
          .build();

  private static final String CHOSEN = "chosen action";

  public LookupsCommand() {
    super("lookups", "Builds, verifies, repairs, retires and drops lookup tables");
  }

  @Override
  public void configure(Subparser subparser) {
    Subparsers subparsers = subparser.addSubparsers().dest("action").metavar("ACTION");
    for (LookupsAction action : ACTIONS) {
      Subparser parser = subparsers.addParser(action.name()).help(action.help());
      parser.setDefault(CHOSEN, action);
      action.addArguments(parser);
    }
  }

  @Override
  protected void run(
      Bootstrap<CinedexConfiguration> bootstrap,
      Namespace namespace,
      CinedexConfiguration configuration)
      throws InterruptedException {
    LookupsAction action = namespace.get(CHOSEN);
    LookupsAction.Task task = action.task(namespace);
    try (Instance instance = CommandInstance.open(configuration)) {
      task.run(instance);
    }
  }

  @Override
  public void onError(Cli cli, Namespace namespace, Throwable e) {
    CommandErrors.print(e, cli.getStdErr());
  }
}
