package dev.cinedex.cli;

import com.datastax.oss.driver.api.core.DriverException;
import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableMap;
import dev.cinedex.cassandra.TokenRange;
import dev.cinedex.catalog.CatalogView.Entry;
import dev.cinedex.catalog.Schema;
import dev.cinedex.errors.StartupException;
import dev.cinedex.instance.CinedexConfiguration;
import dev.cinedex.instance.Instance;
import dev.cinedex.jobs.Job;
import dev.cinedex.jobs.Job.Options;
import dev.cinedex.jobs.Job.Progress;
import dev.cinedex.jobs.JobRunner;
import dev.cinedex.jobs.Scope;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.text.StrictUuid;
import io.dropwizard.core.cli.Cli;
import io.dropwizard.core.cli.ConfiguredCommand;
import io.dropwizard.core.setup.Bootstrap;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import net.sourceforge.argparse4j.impl.Arguments;
import net.sourceforge.argparse4j.inf.Namespace;
import net.sourceforge.argparse4j.inf.Subparser;
import net.sourceforge.argparse4j.inf.Subparsers;
import org.jspecify.annotations.Nullable;

/** {@code lookups ACTION [TABLE] config.yml}. */
public final class LookupsCommand extends ConfiguredCommand<CinedexConfiguration> {
  private static final Map<String, String> ACTIONS_ON_A_TABLE =
      ImmutableMap.<String, String>builder() // in the order of a table's life
          .put("build", "adds a table of the configuration, and writes its rows while services run")
          .put(
              "verify", "prints each row that is missing, stale or orphaned; exit code 1 if any is")
          .put("repair", "the same, and mends them with --apply")
          .put("pause", "the job on the table; it keeps what is done")
          .put("resume", "the job that was paused")
          .put("cancel", "the job on the table")
          .put("retire", "is written on, but not read")
          .put("restore", "is read again after it was retired")
          .put("drop", "a retired table, or one that was never built")
          .build();

  private static final Duration REPORT_INTERVAL = Duration.ofSeconds(2);
  private static final Duration LOOK_INTERVAL = Duration.ofMillis(500);

  public LookupsCommand() {
    super("lookups", "Builds, verifies, repairs, retires and drops lookup tables");
  }

  @Override
  public void configure(Subparser subparser) {
    Subparsers actions = subparser.addSubparsers().dest("action").metavar("ACTION");
    actions.addParser("list").help("the tables and their states").addArgument("file");
    ACTIONS_ON_A_TABLE.forEach(
        (name, help) -> {
          Subparser action = actions.addParser(name).help(help);
          action.addArgument("table").metavar("TABLE");
          action.addArgument("file").help("application configuration file");
          if (name.equals("repair")) {
            action
                .addArgument("--apply")
                .action(Arguments.storeTrue())
                .help(
                    "mends what it finds; without it no row is, but movies under way are settled");
          }
          if (List.of("build", "verify", "repair").contains(name)) {
            action
                .addArgument("--rows-per-second")
                .metavar("N")
                .type(Integer.class)
                .choices(Arguments.range(1, Options.MOST_ROWS_PER_SECOND))
                .setDefault(0)
                .help("reads no faster than that; by default as fast as Cassandra answers");
            action
                .addArgument("--digest")
                .action(Arguments.storeTrue())
                .help("compares sums of the rows first, and looks only at those that differ");
          }
          if (List.of("verify", "repair").contains(name)) {
            action.addArgument("--movie").metavar("ID").help("rows of this movie alone");
            action.addArgument("--actor").metavar("NAME").help("short for --key actor=NAME");
            action
                .addArgument("--key")
                .metavar("COLUMN=VALUE")
                .action(Arguments.append())
                .help("rows with this value in their key alone; may be given several times");
            action
                .addArgument("--tokens")
                .metavar("AFTER:UPTO")
                .help("movies and partitions of this range of tokens alone, of whole slices");
          }
        });
  }

  @Override
  protected void run(
      Bootstrap<CinedexConfiguration> bootstrap,
      Namespace namespace,
      CinedexConfiguration configuration)
      throws InterruptedException {
    Options options = options(namespace);
    try (Instance core = Instance.open(configuration)) {
      String table = namespace.getString("table");
      switch (namespace.getString("action")) {
        case "list" -> list(core);
        case "build" -> run(core, core.lookups().build(declared(core, table), options));
        case "verify" -> run(core, core.lookups().verify(table, options));
        case "repair" -> run(core, core.lookups().repair(table, options));
        case "pause" -> change(core, table, Job.State.PAUSED);
        case "resume" -> run(core, change(core, table, Job.State.RUNNING));
        case "cancel" -> change(core, table, Job.State.CANCELLED);
        case "retire" -> {
          core.lookups().retire(table);
          System.out.println(table + " is retired: it is written on, but not read");
        }
        case "restore" -> {
          core.lookups().restore(table);
          System.out.println(table + " is ready");
        }
        default -> {
          core.lookups().drop(table);
          System.out.println(table + " is dropped");
        }
      }
    }
  }

  @Override
  public void onError(Cli cli, Namespace namespace, Throwable e) {
    CommandErrors.print(e, cli.getStdErr());
  }

  private static void list(Instance core) {
    Map<String, UUID> jobs = core.catalog().jobs();
    for (Entry entry : core.catalog().view().entries()) {
      UUID job = jobs.get(entry.table().name());
      System.out.printf(
          "%s %s%s%n",
          entry.table().name(), entry.state().text(), job == null ? "" : " last job " + job);
    }
    core.unbuilt().forEach(table -> System.out.println(Schema.unbuilt(table)));
  }

  private static Job change(Instance core, String table, Job.State state) {
    Job job =
        core.lookups()
            .lastJob(table)
            .orElseThrow(
                () ->
                    new StartupException("There was no job on lookup table '%s'".formatted(table)));
    Job changed = core.lookups().change(job, state);
    System.out.printf(
        "Job %s (%s of %s) is %s%n", job.id(), job.kind().text(), table, changed.state().text());
    return changed;
  }

  private static LookupTable declared(Instance core, String name) {
    return core.tables().stream()
        .filter(table -> table.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new StartupException(
                    "'%s' is not declared in the configuration: add it to its block 'lookups'"
                        .formatted(name)));
  }

  private static Options options(Namespace namespace) {
    Integer rowsPerSecond = namespace.getInt("rows_per_second");
    try {
      return new Options(
          Boolean.TRUE.equals(namespace.getBoolean("apply")),
          rowsPerSecond == null ? 0 : rowsPerSecond,
          Boolean.TRUE.equals(namespace.getBoolean("digest")),
          scope(namespace));
    } catch (IllegalArgumentException e) {
      throw new StartupException(String.valueOf(e.getMessage()), e);
    }
  }

  private static @Nullable Scope scope(Namespace namespace) {
    String movie = namespace.getString("movie");
    List<String> key = namespace.getList("key");
    String tokens = namespace.getString("tokens");
    Map<String, String> columns = new LinkedHashMap<>();
    String actor = namespace.getString("actor");
    if (actor != null) {
      columns.put("actor", actor);
    }
    for (String part : key == null ? List.<String>of() : key) {
      List<String> sides = Splitter.on('=').limit(2).splitToList(part);
      if (sides.size() < 2) {
        throw new IllegalArgumentException("--key: has not the form actor=Fred");
      }
      columns.put(sides.get(0), sides.get(1));
    }
    Scope scope =
        new Scope(
            movie == null ? null : movieId(movie),
            columns,
            tokens == null ? null : TokenRange.of(tokens));
    return scope.isAll() ? null : scope;
  }

  private static UUID movieId(String text) {
    return StrictUuid.of(text)
        .orElseThrow(
            () -> new IllegalArgumentException("--movie: '%s' is no UUID".formatted(text)));
  }

  /** Does the job here, unless an instance of the service was faster to take it. */
  private static void run(Instance core, Job job) throws InterruptedException {
    System.err.println("Job " + job.id());
    JobRunner runner = core.jobRunner();
    Thread reports = new Thread(() -> report(core, job.id()), "progress");
    reports.setDaemon(true);
    reports.start();
    Job now = job;
    while (!now.state().isFinal()) {
      try {
        runner.run(job.id());
        Thread.sleep(LOOK_INTERVAL.toMillis());
        now = core.lookups().job(job.id()).orElseThrow();
      } catch (DriverException e) {
        System.err.println("Cassandra does not answer; it goes on when it does: " + e.getMessage());
        Thread.sleep(REPORT_INTERVAL.toMillis());
      }
    }
    reports.interrupt();
    core.lookups().findings(now).forEach(System.out::println);
    end(now);
  }

  private static void end(Job job) {
    Progress done = job.done();
    System.err.printf(
        Locale.ROOT,
        "%s of %s is %s: %d read, %d written; %d missing, %d stale, %d orphaned, %d mended%n",
        job.kind().text(),
        job.table(),
        job.state().text(),
        done.read(),
        done.written(),
        done.missing(),
        done.stale(),
        done.orphaned(),
        done.mended());
    if (job.state() != Job.State.DONE) {
      String why = job.message() == null ? "" : ": " + job.message();
      throw new StartupException("Job %s is %s%s".formatted(job.id(), job.state().text(), why));
    }
    if (done.left() > 0) {
      throw new FindingsException(
          "%d rows of %s are not as they should be: %s"
              .formatted(
                  done.left(),
                  job.table(),
                  job.options().apply()
                      ? "run it again, and if that does not help look at their WRITETIME"
                      : "'lookups repair %s config.yml --apply' mends them"
                          .formatted(job.table())));
    }
  }

  private static void report(Instance core, UUID id) {
    while (true) {
      try {
        Thread.sleep(REPORT_INTERVAL.toMillis());
        core.lookups().job(id).ifPresent(LookupsCommand::report);
      } catch (DriverException e) {
        // who runs the job says so
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private static void report(Job job) {
    boolean paused = job.state() == Job.State.PAUSED;
    System.err.printf(
        "%s: %d of %d slices, %d rows read%s%s%n",
        job.state().text(),
        job.done().slices(),
        job.slices(),
        job.done().read(),
        job.timeLeft() == null ? "" : ", %d s left".formatted(job.timeLeft().toSeconds()),
        paused
            ? "; 'lookups resume' goes on with it"
            : job.message() == null ? "" : "; " + job.message());
  }
}
