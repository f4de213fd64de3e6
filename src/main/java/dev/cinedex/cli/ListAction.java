package dev.cinedex.cli;

import dev.cinedex.catalog.CatalogView.Entry;
import dev.cinedex.instance.BuildAdvice;
import dev.cinedex.instance.Instance;
import java.util.Map;
import java.util.UUID;
import net.sourceforge.argparse4j.inf.Namespace;
import net.sourceforge.argparse4j.inf.Subparser;

/** {@code lookups list}: prints the tables of the catalog, and those that are not built yet. */
record ListAction() implements LookupsAction {
  @Override
  public String name() {
    return "list";
  }

  @Override
  public String help() {
    return "lists the tables with their states";
  }

  @Override
  public void addArguments(Subparser parser) {
    parser.addArgument("file").help("application configuration file");
  }

  @Override
  public Task task(Namespace arguments) {
    return ListAction::list;
  }

  private static void list(Instance instance) {
    Map<String, UUID> jobs = instance.catalogAdmin().jobs();
    for (Entry entry : instance.catalog().lastKnown().entries()) {
      String name = entry.table().name();
      String job = jobs.containsKey(name) ? " last job " + jobs.get(name) : "";
      System.out.println(name + " " + entry.state().text() + job);
    }
    instance.unbuilt().forEach(table -> System.out.println(BuildAdvice.of(table)));
  }
}
