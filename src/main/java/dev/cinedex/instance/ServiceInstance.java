package dev.cinedex.instance;

import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.health.HealthCheck;
import com.datastax.oss.driver.api.core.CqlSession;
import com.google.common.collect.Lists;
import com.google.common.util.concurrent.MoreExecutors;
import com.google.common.util.concurrent.SettableFuture;
import com.google.common.util.concurrent.ThreadFactoryBuilder;
import com.google.common.util.concurrent.Uninterruptibles;
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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The instance of the service. It opens in the background, as soon as Cassandra and the schema can
 * be used. Until then {@link #instance} is empty, and requests are refused.
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
  private final Consumer<Instance> use;
  private final CountDownLatch firstAttempt = new CountDownLatch(1);

  /** Complete when the server has started this: no background work begins before. */
  private final SettableFuture<Boolean> started = SettableFuture.create();

  private final PeriodicTask opening = new PeriodicTask("opening", INTERVAL, this::attemptToOpen);
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
   * @param use receives the instance before others do; what it throws counts as a failure to open
   */
  public ServiceInstance(
      CinedexConfiguration configuration,
      MetricRegistry driver,
      Metrics metrics,
      Consumer<Instance> use) {
    this.configuration = configuration;
    this.driver = driver;
    this.metrics = metrics;
    this.use = use;
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
          awaitFirstAttempt();
          Instance opened = instance;
          return opened == null ? doctor.examine() : opened.examine(doctor);
        });
  }

  /** Returns in one line why the instance is not open yet. */
  public String waitsFor() {
    return waitsFor;
  }

  /** Begins the attempts to open the instance, which end when one succeeds. */
  public void beginToOpen() {
    opening.start();
  }

  /** Waits until the first attempt to open the instance has succeeded or failed. */
  public void awaitFirstAttempt() {
    Uninterruptibles.awaitUninterruptibly(firstAttempt);
  }

  private void attemptToOpen() {
    boolean late = firstAttempt.getCount() == 0;
    try {
      open();
      if (late) {
        System.out.println("Cinedex is up");
      }
    } catch (RuntimeException | Error e) {
      waitFor(e);
    } finally {
      firstAttempt.countDown();
    }
  }

  private void open() {
    CqlSession session = configuration.cassandra().connect(driver, metrics);
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
    } catch (RuntimeException | Error e) {
      opened.close();
      throw e;
    }
    parts = its;
    healthChecks = opened.healthChecks();
    stores = NodeTls.of(session).map(NodeTls::stores);
    instance = opened;
    if (stopping) {
      healthChecks = Map.of();
      opened.close();
      return;
    }
    started.addListener(this::startParts, MoreExecutors.directExecutor());
    opening.cancel();
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
  private void waitFor(Throwable e) {
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

  private void startParts() {
    try {
      for (Managed part : parts) {
        part.start();
      }
    } catch (Exception | Error e) {
      LOGGER.error("The background work cannot be started: restart the service", e);
    }
  }

  /** Lets the background work begin, as soon as the instance is open. */
  @Override
  public void start() {
    started.set(true);
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
