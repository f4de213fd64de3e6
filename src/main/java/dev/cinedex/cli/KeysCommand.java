package dev.cinedex.cli;

import dev.cinedex.access.ApiKey;
import dev.cinedex.access.Caller;
import dev.cinedex.access.KeyEntry;
import dev.cinedex.access.KeyFile;
import dev.cinedex.access.Role;
import dev.cinedex.instance.CinedexConfiguration;
import dev.cinedex.text.EnumText;
import io.dropwizard.core.cli.Cli;
import io.dropwizard.core.cli.ConfiguredCommand;
import io.dropwizard.core.setup.Bootstrap;
import java.nio.file.Files;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Stream;
import net.sourceforge.argparse4j.inf.Namespace;
import net.sourceforge.argparse4j.inf.Subparser;
import net.sourceforge.argparse4j.inf.Subparsers;
import org.jspecify.annotations.Nullable;

/** {@code keys create|list|revoke … config.yml}: the API keys of those who may use the service. */
public final class KeysCommand extends ConfiguredCommand<CinedexConfiguration> {
  private static final String ACTION = "chosen action";

  /** One of the actions. */
  private interface Action {
    void run(KeyFile file, Namespace arguments);
  }

  public KeysCommand() {
    super("keys", "Creates, lists and revokes API keys");
  }

  @Override
  public void configure(Subparser subparser) {
    Subparsers actions = subparser.addSubparsers().dest("action").metavar("ACTION");
    Subparser create = action(actions, "create", "prints a new key, once", KeysCommand::create);
    create.addArgument("name").help("names whoever gets the key, in logs and in this list");
    create
        .addArgument("role")
        .choices(Stream.of(Role.values()).map(Role::text).toList())
        .help("what the key may do");
    create
        .addArgument("--days")
        .type(Integer.class)
        .help("days until the key ends (default: never)");
    create.addArgument("file").help("application configuration file");
    action(actions, "list", "lists the keys", KeysCommand::list)
        .addArgument("file")
        .help("application configuration file");
    Subparser revoke = action(actions, "revoke", "ends a key", KeysCommand::revoke);
    revoke.addArgument("id").help("the id of the key, as 'keys list' shows it");
    revoke.addArgument("file").help("application configuration file");
  }

  private static Subparser action(Subparsers actions, String name, String help, Action action) {
    Subparser parser = actions.addParser(name).help(help);
    parser.setDefault(ACTION, action);
    return parser;
  }

  @Override
  protected void run(
      Bootstrap<CinedexConfiguration> bootstrap,
      Namespace namespace,
      CinedexConfiguration configuration) {
    KeyFile file =
        configuration
            .access()
            .keys()
            .orElseThrow(
                () ->
                    new CommandException(
                        "access.keysFile names no file of API keys: set KEYS_FILE to where it is, or is to be"));
    namespace.<Action>get(ACTION).run(file, namespace);
  }

  private static void create(KeyFile file, Namespace arguments) {
    String name = arguments.getString("name");
    if (Caller.isReserved(name)) {
      throw new CommandException(
          "name: logs and rates use '%s' for a caller without an API key. Choose another name"
              .formatted(name));
    }
    Caller caller =
        new Caller(name, EnumText.parse(Role.class, arguments.getString("role")).orElseThrow());
    Instant now = Instant.now();
    ApiKey key = ApiKey.random(new SecureRandom());
    file.add(KeyEntry.of(key, caller, now, end(arguments.getInt("days"), now)));
    System.out.println(key.text());
    System.err.printf(
        "This is the key of '%s', a %s. It is shown only now: %s has its hash alone%n",
        caller.name(), caller.role().text(), file.path());
  }

  private static @Nullable Instant end(@Nullable Integer days, Instant now) {
    if (days != null && days < 1) {
      throw new CommandException("--days: must be at least 1");
    }
    return days == null ? null : now.plus(Duration.ofDays(days));
  }

  private static void list(KeyFile file, Namespace arguments) {
    Instant now = Instant.now();
    for (KeyEntry entry : entries(file).values()) {
      String end =
          entry.expires() == null
              ? "no end"
              : (entry.isExpired(now) ? "ended " : "ends ") + entry.expires();
      System.out.printf(
          "%s %s %s, created %s, %s%n",
          entry.id(), entry.role().text(), entry.name(), entry.created(), end);
    }
  }

  private static void revoke(KeyFile file, Namespace arguments) {
    String id = arguments.getString("id");
    KeyEntry entry = entries(file).get(id);
    if (entry == null) {
      throw new CommandException(
          "There is no key with the id '%s' in %s. See 'keys list'".formatted(id, file.path()));
    }
    file.add(entry.endingAt(Instant.now()));
    System.out.printf("The key %s of '%s' ends within seconds%n", id, entry.name());
  }

  private static Map<String, KeyEntry> entries(KeyFile file) {
    return Files.exists(file.path()) ? file.read() : Map.of();
  }

  @Override
  public void onError(Cli cli, Namespace namespace, Throwable e) {
    CommandErrors.print(e, cli.getStdErr());
  }
}
