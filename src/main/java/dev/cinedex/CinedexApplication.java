package dev.cinedex;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.CassandraHealthCheck;
import dev.cinedex.catalog.ClusterSecret;
import dev.cinedex.catalog.Schema;
import dev.cinedex.cli.CommandErrors;
import dev.cinedex.cli.ImportCommand;
import dev.cinedex.cli.LookupsCommand;
import dev.cinedex.cli.SchemaCommand;
import dev.cinedex.cli.ServeCommand;
import dev.cinedex.embedded.EmbeddedCassandra;
import dev.cinedex.http.HttpSetup;
import dev.cinedex.imports.SampleMovies;
import dev.cinedex.instance.CinedexConfiguration;
import dev.cinedex.instance.Instance;
import dev.cinedex.ledger.EntityWriter;
import dev.cinedex.ledger.Ledger;
import dev.cinedex.ledger.WriteListener;
import dev.cinedex.lists.EntityLists;
import dev.cinedex.lists.ExpandedRows;
import dev.cinedex.lists.PartitionCounts;
import dev.cinedex.lists.RowCounts;
import dev.cinedex.lists.VerifiedRows;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.PartitionAdvice;
import dev.cinedex.movie.Movie;
import dev.cinedex.movie.MovieJson;
import dev.cinedex.resources.Cursors;
import dev.cinedex.resources.GenresResource;
import dev.cinedex.resources.JobsResource;
import dev.cinedex.resources.ListsResource;
import dev.cinedex.resources.LookupsResource;
import dev.cinedex.resources.MoviesResource;
import dev.cinedex.resources.OpenApiResource;
import dev.cinedex.resources.PreferFilter;
import dev.cinedex.resources.ReadableTables;
import dev.cinedex.resources.RowCounting;
import dev.cinedex.verification.EntityRows;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Wires the service together. */
public final class CinedexApplication extends Application<CinedexConfiguration> {
  private static final Logger LOGGER = LoggerFactory.getLogger(CinedexApplication.class);
  private static final Path EMBEDDED_DIRECTORY = Path.of("target", "cassandra");

  private static final int SETTLING_QUEUE = 1_000;
  private static final int SETTLING_THREADS = 4;

  private final WriteListener writeSteps;

  public CinedexApplication() {
    this(step -> {});
  }

  /**
   * @param writeSteps is told each step of each write when it is done: a test stops the process
   *     there
   */
  CinedexApplication(WriteListener writeSteps) {
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
      new Schema(cassandra, Movie.ENTITY, LookupTable.all(Movie.ENTITY, configuration.lookups()))
          .apply(created -> {});
    }
    for (LookupTable table : LookupTable.all(Movie.ENTITY, configuration.lookups())) {
      PartitionAdvice.warnings(table)
          .forEach(warning -> LOGGER.warn("lookups.{}: {}", table.name(), warning));
    }
    Instance core =
        Instance.open(configuration, environment.metrics(), settling(environment), writeSteps);
    environment.lifecycle().manage(new AutoCloseableManager(core)); // stops last
    core.unbuilt().forEach(table -> LOGGER.warn("{}", Schema.unbuilt(table)));
    Ledger ledger = core.ledger();
    EntityWriter writer = core.writer();
    environment
        .lifecycle()
        .manage(configuration.sweeper().build(core.session(), core.notes(), writer, core.clock()));
    environment.lifecycle().manage(core.jobRunner());
    environment.lifecycle().manage(core.driftSampler());
    EntityLists lists =
        new EntityLists(
            core.pages(),
            new VerifiedRows(ledger, writer),
            new ExpandedRows(core.rows(), ledger, core.catalog()),
            environment.metrics().meter("cinedex.lists.omitted-rows"));
    if (cassandra.embedded()) {
      new SampleMovies(writer, json).load();
    }
    environment.lifecycle().addServerLifecycleListener(server -> Welcome.print(cassandra, server));

    HttpSetup.register(configuration, configuration.limits(), environment);
    ReadableTables declared = new ReadableTables(core.catalog(), core.lookups());
    JerseyEnvironment jersey = environment.jersey();
    jersey.register(new PreferFilter());
    jersey.register(new OpenApiResource());
    jersey.register(
        new MoviesResource(
            ledger, writer, new EntityRows(ledger, core.rows(), core.catalog()), json));
    jersey.register(
        new ListsResource(
            lists,
            declared,
            new Cursors(ClusterSecret.of(core.session())),
            configuration.lists().read(),
            environment.getObjectMapper()));
    PartitionCounts partitions =
        new PartitionCounts(core.session(), core.rows(), core.pages(), core.projection()::bytes);
    ExecutorService counting =
        environment.lifecycle().executorService("counting-%d").maxThreads(1).build();
    jersey.register(
        new GenresResource(
            declared, new RowCounting<>(new RowCounts<>(partitions::count, counting))));
    jersey.register(
        new LookupsResource(
            declared,
            core.lookups(),
            core.costs(),
            new RowCounting<>(
                new RowCounts<>(
                    table -> partitions.largest(table, LookupsResource.MOST_PARTITIONS),
                    counting))));
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
