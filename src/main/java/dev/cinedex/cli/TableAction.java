package dev.cinedex.cli;

import dev.cinedex.instance.Instance;
import net.sourceforge.argparse4j.inf.Namespace;
import net.sourceforge.argparse4j.inf.Subparser;

/** An action on one table, without options. */
record TableAction(String name, String help, Work work) implements LookupsAction {
  /** The work of an action on a table. */
  @FunctionalInterface
  interface Work {
    void run(Instance instance, String table) throws InterruptedException;
  }

  @Override
  public void addArguments(Subparser parser) {
    parser.addArgument("table").metavar("TABLE");
    parser.addArgument("file").help("application configuration file");
  }

  @Override
  public Task task(Namespace arguments) {
    String table = arguments.getString("table");
    return instance -> work.run(instance, table);
  }
}
