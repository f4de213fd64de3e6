package dev.cinedex.cli;

import dev.cinedex.instance.Instance;
import net.sourceforge.argparse4j.inf.Namespace;
import net.sourceforge.argparse4j.inf.Subparser;

/** An action of the command {@code lookups}. */
interface LookupsAction {
  String name();

  /** Returns what the action does, as the help of the command says it. */
  String help();

  void addArguments(Subparser parser);

  /**
   * Returns the task that the arguments ask for.
   *
   * @throws CommandException when an argument is not valid
   */
  Task task(Namespace arguments);

  /** The work of an action with its arguments. */
  @FunctionalInterface
  interface Task {
    void run(Instance instance) throws InterruptedException;
  }
}
