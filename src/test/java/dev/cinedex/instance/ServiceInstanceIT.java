package dev.cinedex.instance;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.catalog.Schema;
import dev.cinedex.cli.Commands;
import dev.cinedex.lookup.Tables;
import dev.cinedex.metrics.Metrics;
import dev.cinedex.movie.Movie;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServiceInstanceIT {
  private final CassandraFactory cassandra = TestCassandra.factory(TestCassandra.newKeyspace());
  private final AtomicInteger errors = new AtomicInteger();
  @TempDir private Path directory;
  private ServiceInstance service;

  @BeforeEach
  void make() throws Exception {
    new Schema(cassandra, Movie.ENTITY, Tables.shipped()).apply(created -> {});
    service =
        new ServiceInstance(
            configuration(),
            new MetricRegistry(),
            new Metrics(new PrometheusRegistry()),
            instance -> {
              if (errors.getAndDecrement() > 0) {
                throw new LinkageError("once");
              }
            });
  }

  @AfterEach
  void stop() throws Exception {
    service.stop();
  }

  @Test
  void anErrorWhileItOpensIsToldAndTriedAgain() {
    errors.set(1);
    service.beginToOpen();

    service.awaitFirstAttempt();
    assertThat(service.waitsFor()).contains("once");
    Awaitility.await().until(() -> service.instance().isPresent());
  }

  @Test
  void theBackgroundWorkBeginsWhenTheServerStartsTheService() throws Exception {
    service.beginToOpen();
    service.awaitFirstAttempt();
    Thread.sleep(300);
    assertThat(hasSwept()).isFalse();

    service.start();

    Awaitility.await().until(this::hasSwept);
  }

  @Test
  void theBackgroundWorkBeginsWhenTheInstanceOpensAfterTheStart() {
    service.start();

    service.beginToOpen();

    Awaitility.await().until(this::hasSwept);
  }

  private boolean hasSwept() {
    return service.lastSweep().filter(pass -> pass.ended().isAfter(Instant.EPOCH)).isPresent();
  }

  private CinedexConfiguration configuration() throws Exception {
    return Commands.read(Commands.configuration(directory, cassandra, ""));
  }
}
