package dev.cinedex;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.CassandraHealthCheck;
import dev.cinedex.cassandra.EmbeddedCassandra;
import dev.cinedex.cassandra.Schema;
import dev.cinedex.cassandra.SharedSecret;
import dev.cinedex.cli.CommandErrors;
import dev.cinedex.cli.ImportCommand;
import dev.cinedex.cli.LookupsCommand;
import dev.cinedex.cli.SchemaCommand;
import dev.cinedex.cli.ServeCommand;
import dev.cinedex.http.Cursors;
import dev.cinedex.http.DeclaredTables;
import dev.cinedex.http.GenresResource;
import dev.cinedex.http.Http;
import dev.cinedex.http.JobsResource;
import dev.cinedex.http.ListsResource;
import dev.cinedex.http.LookupsResource;
import dev.cinedex.http.MoviesResource;
import dev.cinedex.http.RowCounting;
import dev.cinedex.jobs.Sample;
import dev.cinedex.ledger.Ledger;
import dev.cinedex.ledger.MovieLists;
import dev.cinedex.ledger.MovieRows;
import dev.cinedex.ledger.MovieWriter;
import dev.cinedex.ledger.WriteStep;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Sizing;
import dev.cinedex.movie.MovieJson;
import dev.cinedex.projection.LookupReader;
import dev.cinedex.projection.RowCounts;
import io.dropwizard.configuration.EnvironmentVariableSubstitutor;
import io.dropwizard.configuration.SubstitutingSourceProvider;
import io.dropwizard.core.Application;
import io.dropwizard.core.cli.CheckCommand;
import io.dropwizard.core.setup.Bootstrap;
import io.dropwizard.core.setup.Environment;
import io.dropwizard.jersey.setup.JerseyEnvironment;
import io.dropwizard.lifecycle.AutoCloseableManager;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Wires the service together. */
public final class CinedexApplication extends Application<CinedexConfiguration> {
  private static final Logger LOGGER = LoggerFactory.getLogger(CinedexApplication.class);
  private static final Path EMBEDDED_DIRECTORY = Path.of("target", "cassandra");

  private static final int SETTLING_QUEUE = 1_000;
  private static final int SETTLING_THREADS = 4;

  private final Consumer<WriteStep> writeSteps;

  public CinedexApplication() {
    this(step -> {});
  }

  /**
   * @param writeSteps is told each step of each write when it is done: a test stops the process
   *     there
   */
  CinedexApplication(Consumer<WriteStep> writeSteps) {
    this.writeSteps = writeSteps;
  }

  public static void main(String... arguments) throws Exception {
    if (Boolean.getBoolean("cinedex.stopWithParent")) {
      // Under 'mvn exec:exec': nobody else would stop this process when Maven is killed.
      ProcessHandle.current().parent().ifPresent(CinedexApplication::stopWith);
    }
    new CinedexApplication().run(arguments);
  }

  @Override
  public String getName() {
    return "cinedex";
  }

  @Override
  public void initialize(Bootstrap<CinedexConfiguration> bootstrap) {
    bootstrap.setConfigurationSourceProvider(
        new SubstitutingSourceProvider(
            bootstrap.getConfigurationSourceProvider(), new EnvironmentVariableSubstitutor(true)));
    bootstrap.getObjectMapper().disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS);
    // A table declared twice in config.yml: else the last one wins.
    bootstrap.getObjectMapper().enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY);
    bootstrap.addCommand(new SchemaCommand());
    bootstrap.addCommand(new ImportCommand());
    bootstrap.addCommand(new LookupsCommand());
  }

  @Override
  protected void addDefaultCommands(Bootstrap<CinedexConfiguration> bootstrap) {
    bootstrap.addCommand(new ServeCommand(this));
    bootstrap.addCommand(new CheckCommand<>(this));
  }

  @Override
  protected void onFatalError(Throwable e) {
    System.exit(CommandErrors.exitCode(e));
  }

  @Override
  public void run(CinedexConfiguration configuration, Environment environment) throws Exception {
    CassandraFactory cassandra = configuration.cassandra();
    MovieJson json = new MovieJson(environment.getValidator());
    if (cassandra.embedded()) {
      startEmbedded(cassandra, environment);
      new Schema(cassandra, LookupTable.all(configuration.lookups())).apply(created -> {});
    }
    for (LookupTable table : LookupTable.all(configuration.lookups())) {
      Sizing.warnings(table)
          .forEach(warning -> LOGGER.warn("lookups.{}: {}", table.name(), warning));
    }
    Core core =
        Core.open(configuration, json, environment.metrics(), settling(environment), writeSteps);
    environment.lifecycle().manage(new AutoCloseableManager(core)); // stops last
    core.unbuilt().forEach(table -> LOGGER.warn("{}", Schema.unbuilt(table)));
    Ledger ledger = core.ledger();
    MovieWriter writer = core.writer();
    environment
        .lifecycle()
        .manage(configuration.sweeper().build(core.session(), core.notes(), writer, core.clock()));
    environment.lifecycle().manage(core.jobRunner());
    environment.lifecycle().manage(core.driftSampler());
    LookupReader reader = core.reader();
    MovieLists lists =
        new MovieLists(
            reader,
            ledger,
            writer,
            core.catalog(),
            environment.metrics().meter("cinedex.lists.omitted-rows"));
    if (cassandra.embedded()) {
      new Sample(writer, json).load();
    }
    environment.lifecycle().addServerLifecycleListener(server -> Welcome.print(cassandra, server));

    Http.register(configuration, configuration.limits(), environment);
    DeclaredTables declared = new DeclaredTables(core.catalog(), core.lookups());
    JerseyEnvironment jersey = environment.jersey();
    jersey.register(
        new MoviesResource(ledger, writer, new MovieRows(ledger, reader, core.catalog()), json));
    jersey.register(
        new ListsResource(
            lists,
            declared,
            new Cursors(SharedSecret.of(core.session())),
            configuration.lists().read(),
            environment.getObjectMapper()));
    ExecutorService counting =
        environment.lifecycle().executorService("counting-%d").maxThreads(1).build();
    jersey.register(
        new GenresResource(declared, new RowCounting<>(new RowCounts<>(reader::count, counting))));
    jersey.register(
        new LookupsResource(
            declared,
            core.lookups(),
            core.costs(),
            new RowCounting<>(
                new RowCounts<>(
                    table -> reader.largest(table, LookupsResource.MOST_PARTITIONS), counting))));
    jersey.register(new JobsResource(declared, core.lookups(), core.tables()));
    environment.healthChecks().register("cassandra", new CassandraHealthCheck(core.session()));
    environment.healthChecks().register("clock", core.clock().healthCheck());
  }

  /** What it has no time for is left to the sweeper and to later reads. */
  private static Executor settling(Environment environment) {
    return environment
        .lifecycle()
        .executorService("settling-%d")
        .minThreads(SETTLING_THREADS)
        .maxThreads(SETTLING_THREADS)
        .workQueue(new ArrayBlockingQueue<>(SETTLING_QUEUE))
        .rejectedExecutionHandler(new ThreadPoolExecutor.DiscardPolicy())
        .build();
  }

  private static void stopWith(ProcessHandle parent) {
    Thread watch =
        new Thread(
            () -> {
              parent.onExit().join();
              System.exit(0);
            },
            "stop-with-parent");
    watch.setDaemon(true);
    watch.start();
  }

  private static void startEmbedded(CassandraFactory cassandra, Environment environment) {
    InetSocketAddress address = cassandra.addresses().get(0);
    System.out.printf(
        "Starting Cassandra at %s:%d (about 10 s) ...%n",
        address.getHostString(), address.getPort());
    environment.lifecycle().manage(EmbeddedCassandra.start(EMBEDDED_DIRECTORY, address));
  }
}
