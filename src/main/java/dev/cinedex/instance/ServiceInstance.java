package dev.cinedex.instance;

import static java.util.Objects.requireNonNull;

import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.health.HealthCheck;
import com.datastax.oss.driver.api.core.CqlSession;
import com.google.common.collect.Lists;
import com.google.common.util.concurrent.ThreadFactoryBuilder;
import dev.cinedex.cassandra.Failures;
import dev.cinedex.cassandra.NodeTls;
import dev.cinedex.cassandra.PeriodicTask;
import dev.cinedex.doctor.Doctor;
import dev.cinedex.doctor.RepeatedChecks;
import dev.cinedex.errors.CinedexException;
import dev.cinedex.files.FollowedStores;
import dev.cinedex.ledger.Sweeper;
import dev.cinedex.metrics.Metrics;
import io.dropwizard.lifecycle.AutoCloseableManager;
import io.dropwizard.lifecycle.ExecutorServiceManager;
import io.dropwizard.lifecycle.Managed;
import io.dropwizard.util.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The instance of the service. It opens when Cassandra and the schema can be used: when the service
 * starts, or later, by itself. Until then {@link #instance} is empty, and requests are refused.
 */
public final class ServiceInstance implements Managed {
  private static final Logger LOGGER = LoggerFactory.getLogger(ServiceInstance.class);
  private static final java.time.Duration INTERVAL = java.time.Duration.ofSeconds(1);
  private static final java.time.Duration REMINDER = java.time.Duration.ofMinutes(1);
  private static final java.time.Duration STOP_LIMIT = java.time.Duration.ofSeconds(10);

  private static final int SETTLING_QUEUE = 1_000;
  private static final int SETTLING_THREADS = 4;
  private static final Duration SETTLING_TIME = Duration.seconds(5);

  private final CinedexConfiguration configuration;
  private final MetricRegistry driver;
  private final Metrics metrics;
  private final Consumer<Instance> whenOpenedLate;
  private final PeriodicTask opening =
      new PeriodicTask("opening", INTERVAL, this::openLate, this::waitFor);
  private Supplier<CqlSession> first = this::connect;
  private volatile List<Managed> parts = List.of();
  private volatile @Nullable Instance instance;
  private volatile @Nullable Sweeper sweeper;
  private volatile Map<String, HealthCheck> healthChecks = Map.of();
  private volatile Optional<FollowedStores<?>> stores = Optional.empty();
  private volatile boolean stopping;
  private volatile String waitsFor = "The service starts";
  private String lastKind = "";
  private Instant reminded = Instant.EPOCH;

  /**
   * @param driver gets the metrics of the driver
   * @param whenOpenedLate receives an instance that opens after the service has started
   */
  public ServiceInstance(
      CinedexConfiguration configuration,
      MetricRegistry driver,
      Metrics metrics,
      Consumer<Instance> whenOpenedLate) {
    this.configuration = configuration;
    this.driver = driver;
    this.metrics = metrics;
    this.whenOpenedLate = whenOpenedLate;
  }

  /** Returns the instance; empty until it is open. */
  public Optional<Instance> instance() {
    return Optional.ofNullable(instance);
  }

  /** Returns the health checks of the instance by name; none until it is open. */
  Map<String, HealthCheck> healthChecks() {
    return healthChecks;
  }

  /** Returns the stores of the connection to Cassandra; empty without TLS, and until it is open. */
  Optional<FollowedStores<?>> stores() {
    return stores;
  }

  /** Returns the last pass of the sweeper; empty until the instance is open. */
  Optional<Sweeper.Pass> lastSweep() {
    return Optional.ofNullable(sweeper).map(Sweeper::lastPass);
  }

  /** Makes the checks of the doctor; without an open instance they use a session of their own. */
  public RepeatedChecks newChecks() {
    Doctor doctor = configuration.doctor();
    return new RepeatedChecks(
        () -> {
          Instance opened = instance;
          return opened == null ? doctor.examine() : opened.examine(doctor);
        });
  }

  /** Returns in one line why the instance is not open yet. */
  public String waitsFor() {
    return waitsFor;
  }

  /** Begins to connect; {@link #openNow} waits for the connection. */
  public void beginToConnect() {
    first = EarlyConnection.begin(this::connect)::await;
  }

  private CqlSession connect() {
    configuration.schema(); // rejects an invalid declaration before it connects
    return configuration.cassandra().connect(driver, metrics);
  }

  /**
   * Opens the instance if that is possible now, before the service starts.
   *
   * @param use receives the instance; what it throws counts as a failure to open
   */
  public void openNow(Consumer<Instance> use) {
    try {
      open(first.get(), use);
    } catch (RuntimeException e) {
      waitFor(e);
    }
  }

  private void open(CqlSession session, Consumer<Instance> use) {
    ThreadPoolExecutor settling = newSettlingPool();
    Instance opened = Instance.on(session, configuration, metrics, settling);
    List<Managed> its = new ArrayList<>();
    try {
      sweeper = opened.newSweeper();
      its.add(new AutoCloseableManager(opened));
      // It stops in the reverse order: settling ends before the instance closes its session.
      its.add(new ExecutorServiceManager(settling, SETTLING_TIME, "settling"));
      its.add(sweeper);
      its.addAll(opened.newBackgroundWork());
      use.accept(opened);
    } catch (RuntimeException e) {
      opened.close();
      throw e;
    }
    parts = its;
    healthChecks = opened.healthChecks();
    stores = NodeTls.of(session).map(NodeTls::stores);
    instance = opened;
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

  /** Remembers why the instance cannot be opened; the log has it once, and again each minute. */
  private void waitFor(RuntimeException e) {
    boolean known = e instanceof CinedexException || Failures.isUnavailable(e);
    String reason = known ? String.valueOf(e.getMessage()) : e.toString();
    // The driver's own messages name its objects, which are others each time.
    String kind = e instanceof CinedexException ? reason : e.getClass().getName();
    Instant now = Instant.now();
    if (!kind.equals(lastKind) || now.isAfter(reminded.plus(REMINDER))) {
      lastKind = kind;
      waitsFor = reason;
      reminded = now;
      LOGGER.warn("The service answers no request yet. {}", reason, known ? null : e);
    }
  }

  private void openLate() {
    open(connect(), whenOpenedLate);
    if (stopping) {
      healthChecks = Map.of();
      requireNonNull(instance).close();
      return;
    }
    opening.cancel();
    try {
      startParts();
    } catch (Exception e) {
      LOGGER.error("The background work cannot be started: restart the service", e);
    }
  }

  /** Starts the background work, or the attempts to open the instance. */
  @Override
  public void start() throws Exception {
    if (instance == null) {
      opening.startAfter(INTERVAL);
    } else {
      startParts();
    }
  }

  private void startParts() throws Exception {
    for (Managed part : parts) {
      part.start();
    }
  }

  @Override
  public void stop() throws Exception {
    stopping = true;
    waitsFor = "The service stops";
    healthChecks = Map.of();
    if (!opening.stop(STOP_LIMIT)) {
      return; // it closes the instance that it is opening
    }
    for (Managed part : Lists.reverse(parts)) {
      part.stop();
    }
  }

  /** Returns what starts and stops with the instance, in the order in which it starts. */
  public List<Managed> parts() {
    return List.copyOf(parts);
  }
}
