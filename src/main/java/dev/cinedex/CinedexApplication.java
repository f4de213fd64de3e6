package dev.cinedex;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.google.common.util.concurrent.ThreadFactoryBuilder;
import dev.cinedex.cli.CommandErrors;
import dev.cinedex.cli.ImportCommand;
import dev.cinedex.cli.LookupsCommand;
import dev.cinedex.cli.SchemaCommand;
import dev.cinedex.cli.ServeCommand;
import dev.cinedex.embedded.EmbeddedCassandra;
import dev.cinedex.embedded.ParentProcess;
import dev.cinedex.http.CinedexServerFactory;
import dev.cinedex.http.HttpSetup;
import dev.cinedex.imports.SampleMovies;
import dev.cinedex.instance.BuildAdvice;
import dev.cinedex.instance.CinedexConfiguration;
import dev.cinedex.instance.Instance;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.PartitionAdvice;
import dev.cinedex.movie.MovieJson;
import dev.cinedex.resources.Endpoints;
import io.dropwizard.configuration.EnvironmentVariableSubstitutor;
import io.dropwizard.configuration.SubstitutingSourceProvider;
import io.dropwizard.core.Application;
import io.dropwizard.core.cli.CheckCommand;
import io.dropwizard.core.setup.Bootstrap;
import io.dropwizard.core.setup.Environment;
import io.dropwizard.lifecycle.AutoCloseableManager;
import io.dropwizard.lifecycle.ExecutorServiceManager;
import io.dropwizard.lifecycle.setup.LifecycleEnvironment;
import io.dropwizard.util.Duration;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The service and its commands. */
public final class CinedexApplication extends Application<CinedexConfiguration> {
  private static final Logger LOGGER = LoggerFactory.getLogger(CinedexApplication.class);
  private static final Path EMBEDDED_DIRECTORY = Path.of("target", "cassandra");

  private static final int SETTLING_QUEUE = 1_000;
  private static final int SETTLING_THREADS = 4;
  private static final Duration SETTLING_TIME = Duration.seconds(5);

  public static void main(String... arguments) throws Exception {
    if (Boolean.getBoolean("cinedex.stopWithParent")) {
      // Under 'mvn exec:exec': nothing else would stop this process when Maven is killed.
      ProcessHandle.current().parent().map(ProcessHandle::pid).ifPresent(ParentProcess::exitWith);
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
    // Rejects a table that config.yml declares twice: otherwise the last declaration would win.
    bootstrap.getObjectMapper().enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY);
    CinedexServerFactory.replaceDefault(bootstrap.getObjectMapper());
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
    boolean embedded = configuration.cassandra().embedded();
    if (embedded) {
      startEmbedded(configuration, environment.lifecycle());
    }
    warnOfLargePartitions(configuration);
    ThreadPoolExecutor settling = newSettlingPool();
    Instance instance = Instance.open(configuration, environment.metrics(), settling);
    manage(instance, settling, environment);
    warnOfUnbuiltTables(instance);
    if (embedded) {
      new SampleMovies(instance.writer(), new MovieJson(environment.getValidator())).load();
    }
    HttpSetup.register(configuration, configuration.limits(), environment);
    new Endpoints(configuration, environment, instance).register();
    environment
        .lifecycle()
        .addServerLifecycleListener(server -> Welcome.print(configuration.cassandra(), server));
  }

  private static void startEmbedded(
      CinedexConfiguration configuration, LifecycleEnvironment lifecycle) {
    configuration.cassandra().requireNoCredentials();
    InetSocketAddress address = configuration.cassandra().addresses().get(0);
    System.out.printf(
        "Starting Cassandra at %s:%d (about 10 s) ...%n",
        address.getHostString(), address.getPort());
    lifecycle.manage(EmbeddedCassandra.start(EMBEDDED_DIRECTORY, address));
    configuration.schema().apply(created -> {});
  }

  private static void warnOfLargePartitions(CinedexConfiguration configuration) {
    for (LookupTable table : configuration.tables()) {
      PartitionAdvice.warnings(table)
          .forEach(warning -> LOGGER.warn("lookups.{}: {}", table.name(), warning));
    }
  }

  private static void warnOfUnbuiltTables(Instance instance) {
    instance.unbuilt().forEach(table -> LOGGER.warn("{}", BuildAdvice.of(table)));
  }

  /** Returns a bounded pool. It drops what it has no time for: the sweeper settles that later. */
  private static ThreadPoolExecutor newSettlingPool() {
    return new ThreadPoolExecutor(
        SETTLING_THREADS,
        SETTLING_THREADS,
        0,
        TimeUnit.SECONDS,
        new ArrayBlockingQueue<>(SETTLING_QUEUE),
        new ThreadFactoryBuilder().setNameFormat("settling-%d").build(),
        new ThreadPoolExecutor.DiscardPolicy());
  }

  /**
   * Registers what starts and stops with the service. It stops in the reverse order, so the pool
   * ends its tasks before the instance closes its session.
   */
  private static void manage(
      Instance instance, ThreadPoolExecutor settling, Environment environment) {
    environment.lifecycle().manage(new AutoCloseableManager(instance));
    environment.lifecycle().manage(new ExecutorServiceManager(settling, SETTLING_TIME, "settling"));
    instance.newBackgroundWork().forEach(environment.lifecycle()::manage);
    instance.healthChecks().forEach(environment.healthChecks()::register);
  }
}
