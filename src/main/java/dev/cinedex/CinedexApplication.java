package dev.cinedex;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.cinedex.access.Credentials;
import dev.cinedex.cli.CommandErrors;
import dev.cinedex.cli.ConfigCommand;
import dev.cinedex.cli.CursorsCommand;
import dev.cinedex.cli.DoctorCommand;
import dev.cinedex.cli.ExportCommand;
import dev.cinedex.cli.ImportCommand;
import dev.cinedex.cli.KeysCommand;
import dev.cinedex.cli.LookupsCommand;
import dev.cinedex.cli.SchemaCommand;
import dev.cinedex.cli.ServeCommand;
import dev.cinedex.doctor.RepeatedChecks;
import dev.cinedex.embedded.EmbeddedCassandra;
import dev.cinedex.embedded.ParentProcess;
import dev.cinedex.http.CinedexServerFactory;
import dev.cinedex.http.Gates;
import dev.cinedex.http.HttpSetup;
import dev.cinedex.http.Loopback;
import dev.cinedex.http.MetricsEndpoint;
import dev.cinedex.http.ServerStart;
import dev.cinedex.instance.BuildAdvice;
import dev.cinedex.instance.CertificateGauges;
import dev.cinedex.instance.CinedexConfiguration;
import dev.cinedex.instance.Instance;
import dev.cinedex.instance.KeyWatch;
import dev.cinedex.instance.ServiceGauges;
import dev.cinedex.instance.ServiceHealth;
import dev.cinedex.instance.ServiceInstance;
import dev.cinedex.instance.TableGauges;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.PartitionAdvice;
import dev.cinedex.metrics.Metrics;
import dev.cinedex.overview.Overview;
import dev.cinedex.overview.Overview.Observed;
import dev.cinedex.overview.OverviewRoute;
import dev.cinedex.resources.Endpoints;
import io.dropwizard.configuration.EnvironmentVariableSubstitutor;
import io.dropwizard.configuration.SubstitutingSourceProvider;
import io.dropwizard.core.Application;
import io.dropwizard.core.cli.CheckCommand;
import io.dropwizard.core.cli.Cli;
import io.dropwizard.core.setup.Bootstrap;
import io.dropwizard.core.setup.Environment;
import io.dropwizard.lifecycle.Managed;
import io.dropwizard.lifecycle.setup.LifecycleEnvironment;
import io.dropwizard.util.JarLocation;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The service and its commands. */
public final class CinedexApplication extends Application<CinedexConfiguration> {
  private static final Logger LOGGER = LoggerFactory.getLogger(CinedexApplication.class);
  private static final Path EMBEDDED_DIRECTORY = Path.of("target", "cassandra");

  private final Function<InetSocketAddress, Managed> embeddedNode;

  /** Whether the command goes on after its start. */
  private boolean serves;

  public CinedexApplication() {
    this(address -> EmbeddedCassandra.start(EMBEDDED_DIRECTORY, address));
  }

  /**
   * @param embeddedNode starts the node of a service that has one of its own, at an address
   */
  public CinedexApplication(Function<InetSocketAddress, Managed> embeddedNode) {
    this.embeddedNode = embeddedNode;
  }

  public static void main(String... arguments) throws Exception {
    if (Boolean.getBoolean("cinedex.stopWithParent")) {
      // Under 'mvn exec:exec': nothing else would stop this process when Maven is killed.
      ProcessHandle.current().parent().map(ProcessHandle::pid).ifPresent(ParentProcess::exitWith);
    }
    CinedexApplication application = new CinedexApplication();
    application.run(arguments);
    if (!application.serves) {
      System.exit(0); // a thread of Netty would keep a command for a second
    }
  }

  /**
   * Runs a command as Dropwizard does, but without its metrics of the JVM, which nobody reads:
   * those of the admin port are others, and to make these takes a tenth of a command's start.
   */
  @Override
  public void run(String... arguments) {
    Bootstrap<CinedexConfiguration> bootstrap = new Bootstrap<>(this);
    addDefaultCommands(bootstrap);
    initialize(bootstrap);
    new Cli(new JarLocation(getClass()), bootstrap, System.out, System.err)
        .run(arguments)
        .ifPresent(this::onFatalError);
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
    bootstrap.setObjectMapper(PlainMapper.create());
    bootstrap.getObjectMapper().disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS);
    // Rejects a table that config.yml declares twice: otherwise the last declaration would win.
    bootstrap.getObjectMapper().enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY);
    CinedexServerFactory.replaceDefault(bootstrap.getObjectMapper());
    bootstrap.addCommand(new SchemaCommand());
    bootstrap.addCommand(new ImportCommand());
    bootstrap.addCommand(new ExportCommand());
    bootstrap.addCommand(new LookupsCommand());
    bootstrap.addCommand(new DoctorCommand());
    bootstrap.addCommand(new KeysCommand());
    bootstrap.addCommand(new CursorsCommand());
    bootstrap.addCommand(new ConfigCommand());
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
    serves = true;
    boolean onLoopback = Loopback.hasApplicationPort(configuration.getServerFactory());
    configuration.access().requireSafe(onLoopback);
    PrometheusRegistry registry = new PrometheusRegistry();
    Metrics metrics = new Metrics(registry);
    Optional<Credentials> keys = KeyWatch.follow(configuration.access(), metrics, environment);
    boolean embedded = configuration.cassandra().embedded();
    if (embedded) {
      startEmbedded(configuration, environment.lifecycle());
    }
    warnOfLargePartitions(configuration);
    Endpoints endpoints = new Endpoints(configuration, environment);
    ServiceInstance service =
        new ServiceInstance(
            configuration, environment.metrics(), metrics, instance -> use(instance, endpoints));
    service.beginToOpen(); // it takes as long as to prepare what needs no Cassandra
    MetricsEndpoint.register(registry, environment);
    environment.lifecycle().manage(service);
    Overview overview = observe(configuration, service, metrics, environment);
    BooleanSupplier open = () -> service.instance().isPresent();
    Gates gates = new Gates(configuration.limits(), keys, open);
    HttpSetup.register(configuration, gates, metrics, environment);
    endpoints.addDirectReads(new OverviewRoute(overview, environment.getObjectMapper()));
    ServerStart.finish(environment.lifecycle(), new FirstAttempt(service, embedded, environment));
    environment
        .lifecycle()
        .addServerLifecycleListener(
            server -> Welcome.print(configuration.cassandra(), open.getAsBoolean(), server));
  }

  /** Registers the metrics and the health checks of the service, and returns its overview. */
  private static Overview observe(
      CinedexConfiguration configuration,
      ServiceInstance service,
      Metrics metrics,
      Environment environment) {
    new ServiceGauges(service).register(metrics);
    new TableGauges(service).register(metrics);
    new CertificateGauges(configuration.getServerFactory(), service).register(metrics);
    RepeatedChecks checks = service.newChecks();
    checks.register(metrics);
    environment.healthChecks().register("doctor", checks.healthCheck());
    environment.lifecycle().manage(checks);
    ServiceHealth health = new ServiceHealth(service);
    health.register(environment.healthChecks());
    environment.lifecycle().manage(health);
    metrics.gauge(
        "cinedex_ready", "1 while the service is ready, else 0", () -> health.wasReady() ? 1 : 0);
    Overview overview =
        new Overview(
            new Observed(service, health, checks, metrics, configuration.cassandra()),
            configuration.sweeper().lateAfter());
    environment.lifecycle().manage(overview);
    return overview;
  }

  private void startEmbedded(CinedexConfiguration configuration, LifecycleEnvironment lifecycle) {
    configuration.cassandra().requireNothingOfAnotherNode();
    InetSocketAddress address = configuration.cassandra().addresses().get(0);
    System.out.printf(
        "Starting Cassandra at %s:%d (about 10 s) ...%n",
        address.getHostString(), address.getPort());
    lifecycle.manage(embeddedNode.apply(address));
    configuration.schema().apply(created -> {});
  }

  private static void warnOfLargePartitions(CinedexConfiguration configuration) {
    for (LookupTable table : configuration.tables()) {
      PartitionAdvice.warnings(table)
          .forEach(warning -> LOGGER.warn("lookups.{}: {}", table.name(), warning));
    }
  }

  private static void use(Instance instance, Endpoints endpoints) {
    endpoints.answerFrom(instance); // first: a failed attempt is repeated each second
    instance.unbuilt().forEach(table -> LOGGER.warn("{}", BuildAdvice.of(table)));
  }
}
