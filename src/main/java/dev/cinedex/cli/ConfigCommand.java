package dev.cinedex.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cinedex.cli.SettingsOrigins.Setting;
import dev.cinedex.instance.CinedexConfiguration;
import io.dropwizard.core.cli.Cli;
import io.dropwizard.core.cli.ConfiguredCommand;
import io.dropwizard.core.setup.Bootstrap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import net.sourceforge.argparse4j.inf.Namespace;
import net.sourceforge.argparse4j.inf.Subparser;

/** {@code config show config.yml}: the settings, where the value of each is from, no secrets. */
public final class ConfigCommand extends ConfiguredCommand<CinedexConfiguration> {
  public ConfigCommand() {
    super("config", "Shows the settings, and where the value of each is from");
  }

  @Override
  public void configure(Subparser subparser) {
    subparser.addArgument("action").choices("show").help("show: print the settings");
    subparser.addArgument("file").help("application configuration file");
  }

  /** Prints them when the configuration is valid; otherwise the caller says what is not. */
  @Override
  protected void run(
      Bootstrap<CinedexConfiguration> bootstrap,
      Namespace namespace,
      CinedexConfiguration configuration)
      throws IOException {
    Path file = Path.of(namespace.getString("file"));
    List<Setting> given =
        new SettingsOrigins(System.getenv(), System.getProperties()).of(Files.readString(file));
    JsonNode effective = bootstrap.getObjectMapper().valueToTree(configuration);
    Stream.concat(given.stream(), SettingsOrigins.defaults(given, effective).stream())
        .forEach(setting -> System.out.println(setting.line(file)));
  }

  @Override
  public void onError(Cli cli, Namespace namespace, Throwable e) {
    CommandErrors.print(e, cli.getStdErr());
  }
}
