package dev.cinedex.cli;

import dev.cinedex.instance.BuildAdvice;
import dev.cinedex.instance.CinedexConfiguration;
import dev.cinedex.lookup.LookupTable;
import io.dropwizard.core.cli.Cli;
import io.dropwizard.core.cli.ConfiguredCommand;
import io.dropwizard.core.setup.Bootstrap;
import java.util.List;
import net.sourceforge.argparse4j.inf.Namespace;
import net.sourceforge.argparse4j.inf.Subparser;

/** {@code schema apply config.yml}: creates what is missing in an existing Cassandra. */
public final class SchemaCommand extends ConfiguredCommand<CinedexConfiguration> {
  public SchemaCommand() {
    super("schema", "Creates the keyspace and the tables that are missing");
  }

  @Override
  public void configure(Subparser subparser) {
    subparser.addArgument("action").choices("apply").help("apply: create what is missing");
    subparser.addArgument("file").help("application configuration file");
  }

  @Override
  protected void run(
      Bootstrap<CinedexConfiguration> bootstrap,
      Namespace namespace,
      CinedexConfiguration configuration) {
    List<LookupTable> unbuilt =
        configuration.schema().apply(created -> System.out.println("created " + created));
    unbuilt.forEach(table -> System.out.println(BuildAdvice.of(table)));
    if (unbuilt.isEmpty()) {
      System.out.println("The schema is complete");
    }
  }

  @Override
  public void onError(Cli cli, Namespace namespace, Throwable e) {
    CommandErrors.print(e, cli.getStdErr());
  }
}
