package dev.cinedex.cli;

import dev.cinedex.instance.CinedexConfiguration;
import dev.cinedex.instance.Instance;
import io.dropwizard.core.cli.Cli;
import io.dropwizard.core.cli.ConfiguredCommand;
import io.dropwizard.core.setup.Bootstrap;
import net.sourceforge.argparse4j.inf.Namespace;
import net.sourceforge.argparse4j.inf.Subparser;

/** {@code cursors rotate config.yml}: makes a new key that signs the cursors of lists. */
public final class CursorsCommand extends ConfiguredCommand<CinedexConfiguration> {
  public CursorsCommand() {
    super("cursors", "Makes a new key that signs the cursors of lists");
  }

  @Override
  public void configure(Subparser subparser) {
    subparser.addArgument("action").choices("rotate").help("rotate: make a new key");
    subparser.addArgument("file").help("application configuration file");
  }

  @Override
  protected void run(
      Bootstrap<CinedexConfiguration> bootstrap,
      Namespace namespace,
      CinedexConfiguration configuration) {
    try (Instance instance = CommandInstance.open(configuration)) {
      System.out.printf(
          "A new key signs cursors from %s. Cursors of the key before it stay valid until 'cursors rotate' runs again%n",
          instance.cursorKeyStore().rotate());
    }
  }

  @Override
  public void onError(Cli cli, Namespace namespace, Throwable e) {
    CommandErrors.print(e, cli.getStdErr());
  }
}
