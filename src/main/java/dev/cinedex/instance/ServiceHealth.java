package dev.cinedex.instance;

import com.codahale.metrics.health.HealthCheck;
import com.codahale.metrics.health.HealthCheckRegistry;
import io.dropwizard.lifecycle.Managed;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The health checks of the service. {@code alive} asks nobody; {@code ready} is healthy when the
 * instance is open and all its checks are healthy.
 */
public final class ServiceHealth implements Managed {
  private static final Logger LOGGER = LoggerFactory.getLogger(ServiceHealth.class);
  private static final String CASSANDRA = "cassandra";
  private static final List<String> OF_INSTANCE = List.of(CASSANDRA, "schema", "catalog", "clock");

  private final ServiceInstance service;
  private final Thread stopHook = new Thread(() -> stopping = true, "stopping");
  private volatile boolean stopping;
  private volatile boolean wasReady;
  private volatile boolean reachable = true;
  private volatile String failure = "";
  private String failed = "";

  public ServiceHealth(ServiceInstance service) {
    this.service = service;
  }

  public void register(HealthCheckRegistry registry) {
    registry.register("alive", check(HealthCheck.Result::healthy));
    registry.register("ready", check(this::rememberedReady));
    for (String name : OF_INSTANCE) {
      registry.register(name, check(() -> ofInstance(name)));
    }
  }

  /**
   * Begins to notice that the process is told to stop: it answers for a while, but is not ready.
   */
  @Override
  public void start() {
    Runtime.getRuntime().addShutdownHook(stopHook);
  }

  @Override
  public void stop() {
    try {
      Runtime.getRuntime().removeShutdownHook(stopHook);
    } catch (IllegalStateException e) {
      LOGGER.trace("The process stops, so the hook stays", e);
    }
  }

  /** Returns whether the service was ready when that was last asked, and is not stopping. */
  public boolean wasReady() {
    return wasReady && !stopping;
  }

  /** Returns whether Cassandra answered when that was last asked. */
  public boolean isReachable() {
    return reachable;
  }

  /** Returns why the service was not ready when that was last asked; empty when it was. */
  public String failure() {
    return failure;
  }

  private HealthCheck.Result rememberedReady() {
    HealthCheck.Result result =
        stopping ? HealthCheck.Result.unhealthy("The service is stopping") : ready();
    failure = result.isHealthy() ? "" : String.valueOf(result.getMessage());
    wasReady = result.isHealthy();
    return result;
  }

  private HealthCheck.Result ready() {
    for (String name : OF_INSTANCE) {
      HealthCheck.Result result = ofInstance(name);
      if (name.equals(CASSANDRA)) {
        reachable = result.isHealthy();
      }
      if (!result.isHealthy()) {
        logOnce(name, result);
        return result;
      }
    }
    logOnce("", HealthCheck.Result.healthy());
    return HealthCheck.Result.healthy();
  }

  /**
   * Logs why an open instance is not ready, and when it is again. Before it is open, what opens it
   * says what it waits for.
   *
   * @param name the check that failed; empty when none did
   */
  private synchronized void logOnce(String name, HealthCheck.Result result) {
    if (service.healthChecks().isEmpty() || name.equals(failed)) {
      return;
    }
    failed = name;
    if (name.isEmpty()) {
      LOGGER.info("The service is ready again");
    } else {
      LOGGER.warn("The service is not ready: {}", result.getMessage());
    }
  }

  private HealthCheck.Result ofInstance(String name) {
    HealthCheck check = service.healthChecks().get(name);
    return check == null ? HealthCheck.Result.unhealthy(service.waitsFor()) : check.execute();
  }

  private interface Check {
    HealthCheck.Result run();
  }

  private static HealthCheck check(Check check) {
    return new HealthCheck() {
      @Override
      protected Result check() {
        return check.run();
      }
    };
  }
}
