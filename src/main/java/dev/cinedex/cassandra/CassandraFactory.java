package dev.cinedex.cassandra;

import com.codahale.metrics.MetricRegistry;
import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.InvalidKeyspaceException;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.config.ProgrammaticDriverConfigLoaderBuilder;
import com.datastax.oss.driver.api.core.metadata.Node;
import dev.cinedex.errors.StartupException;
import io.dropwizard.util.DataSize;
import io.dropwizard.util.DataSizeUnit;
import io.dropwizard.util.Duration;
import io.dropwizard.validation.MaxDataSize;
import io.dropwizard.validation.MaxDuration;
import io.dropwizard.validation.MinDataSize;
import io.dropwizard.validation.MinDuration;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The block {@code cassandra} of {@code config.yml}, and how to connect by it.
 *
 * @param embedded whether {@code server} starts a node of its own
 * @param contactPoints {@code host} or {@code host:port}, comma-separated; the port is 9042 if none
 * @param serialConsistency {@code LOCAL_SERIAL} or {@code SERIAL}
 * @param requestTimeout how long the driver waits for an answer
 * @param maxClockSkew how far the clock of an instance that writes may be from the nodes' clocks;
 *     at most 5 s, for the sweeper's grace allows for no more
 * @param batchSize budget of one logged batch; Cassandra's own limit is 50 KiB by default
 */
public record CassandraFactory(
    boolean embedded,
    @NotBlank String contactPoints,
    @NotBlank String localDatacenter,
    @NotNull
        @Pattern(regexp = "[a-z][a-z0-9_]{0,47}", message = "must be a lower-case CQL identifier")
        String keyspace,
    @Nullable String username,
    @Nullable String passwordFile,
    @NotNull Duration requestTimeout,
    @NotNull @Pattern(regexp = "LOCAL_SERIAL|SERIAL") String serialConsistency,
    @NotNull
        @MinDataSize(value = 1, unit = DataSizeUnit.KIBIBYTES)
        @MaxDataSize(value = 48, unit = DataSizeUnit.KIBIBYTES)
        DataSize batchSize,
    @NotNull
        @MinDuration(value = 10, unit = TimeUnit.MILLISECONDS)
        @MaxDuration(value = 5, unit = TimeUnit.SECONDS)
        Duration maxClockSkew) {

  private static final int DEFAULT_PORT = 9042;
  private static final List<String> SESSION_METRICS =
      List.of("connected-nodes", "cql-requests", "cql-client-timeouts");
  private static final List<String> NODE_METRICS =
      List.of(
          "pool.open-connections",
          "errors.request.aborted",
          "errors.request.write-timeouts",
          "errors.request.unavailables",
          "errors.connection.init",
          "retries.total");

  /**
   * @throws StartupException when no node answers, the keyspace or the datacenter does not exist
   */
  public CqlSession connect() {
    return connect(new MetricRegistry());
  }

  /**
   * As {@link #connect()}.
   *
   * @param metrics gets the driver's, under the prefix {@code cinedex}
   */
  public CqlSession connect(MetricRegistry metrics) {
    try {
      return checked(builder().withMetricRegistry(metrics).withKeyspace(keyspace).build());
    } catch (InvalidKeyspaceException e) {
      throw new StartupException(schemaMissing(), e);
    } catch (AllNodesFailedException e) {
      throw unreachable(e);
    }
  }

  /** The message for a keyspace that lacks Cinedex's tables. */
  public String schemaMissing() {
    return "The keyspace '%s' has no complete Cinedex schema: run 'java -jar cinedex.jar schema apply config.yml'"
        .formatted(keyspace);
  }

  /** As {@link #connect}, for creating the keyspace. */
  public CqlSession connectWithoutKeyspace() {
    try {
      return checked(builder().build());
    } catch (AllNodesFailedException e) {
      throw unreachable(e);
    }
  }

  /** Unresolved: a node may come back under its name with another address. */
  public List<InetSocketAddress> addresses() {
    return Arrays.stream(contactPoints.split(","))
        .map(String::strip)
        .map(CassandraFactory::address)
        .toList();
  }

  /** The clock to write by. */
  public ClusterClock clock(CqlSession session) {
    ClusterClock clock =
        new ClusterClock(session, Clock.systemUTC(), maxClockSkew.toJavaDuration());
    clock.measureIfDue(); // before anyone asks for the time
    return clock;
  }

  private CqlSessionBuilder builder() {
    CqlSessionBuilder builder =
        CqlSession.builder()
            .withConfigLoader(driverConfiguration())
            .addContactPoints(addresses())
            .withLocalDatacenter(localDatacenter);
    if (username != null && !username.isBlank()) {
      builder.withAuthCredentials(username, password());
    }
    return builder;
  }

  private DriverConfigLoader driverConfiguration() {
    ProgrammaticDriverConfigLoaderBuilder options =
        DriverConfigLoader.programmaticBuilder()
            // On V5 driver 4.17 misreads the WriteTimeout of an LWT and loses its whole connection.
            .withString(DefaultDriverOption.PROTOCOL_VERSION, "V4")
            .withString(DefaultDriverOption.REQUEST_CONSISTENCY, "LOCAL_QUORUM")
            .withString(DefaultDriverOption.REQUEST_SERIAL_CONSISTENCY, serialConsistency)
            .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, requestTimeout.toJavaDuration())
            // 200 verified reads may ask for 32 movies each: beyond it requests fail, writes too
            .withInt(DefaultDriverOption.CONNECTION_MAX_REQUESTS, 8_192)
            // else so many answers that come too late close the connection, of the writes too
            .withInt(DefaultDriverOption.CONNECTION_MAX_ORPHAN_REQUESTS, 4_096)
            // else closing waits two seconds for requests that nobody sends any more
            .withString(DefaultDriverOption.NETTY_IO_SHUTDOWN_UNIT, "MILLISECONDS")
            .withInt(DefaultDriverOption.NETTY_IO_SHUTDOWN_QUIET_PERIOD, 100)
            .withInt(DefaultDriverOption.NETTY_IO_SHUTDOWN_TIMEOUT, 5_000)
            .withString(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_UNIT, "MILLISECONDS")
            .withInt(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_QUIET_PERIOD, 100)
            .withInt(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_TIMEOUT, 5_000)
            // else each CREATE TABLE waits a second for more changes to come
            .withDuration(
                DefaultDriverOption.METADATA_SCHEMA_WINDOW, java.time.Duration.ofMillis(20))
            .withString(DefaultDriverOption.SESSION_NAME, "cinedex")
            .withStringList(DefaultDriverOption.METRICS_SESSION_ENABLED, SESSION_METRICS)
            .withStringList(DefaultDriverOption.METRICS_NODE_ENABLED, NODE_METRICS)
            // else the driver warns of each slower answer
            .withDuration(
                DefaultDriverOption.METRICS_SESSION_CQL_REQUESTS_HIGHEST,
                java.time.Duration.ofMinutes(1))
            .withBoolean(DefaultDriverOption.RESOLVE_CONTACT_POINTS, false)
            // Cassandra warns of every batch over 5 KiB; ours are within our own budget
            .withBoolean(DefaultDriverOption.REQUEST_LOG_WARNINGS, false);
    return options
        .startProfile(DriverProfiles.SERIAL)
        .withString(DefaultDriverOption.REQUEST_CONSISTENCY, serialConsistency)
        .endProfile()
        .startProfile(DriverProfiles.CATALOG)
        .withString(DefaultDriverOption.REQUEST_CONSISTENCY, consistencyOfAllWriters())
        .endProfile()
        .startProfile(DriverProfiles.ACKNOWLEDGED)
        .withString(
            DefaultDriverOption.REQUEST_CONSISTENCY,
            severalDatacentersWrite() ? "EACH_QUORUM" : "LOCAL_QUORUM")
        .endProfile()
        .startProfile(DriverProfiles.CLAIM)
        .withString(DefaultDriverOption.REQUEST_CONSISTENCY, consistencyOfAllWriters())
        .withClass(DefaultDriverOption.RETRY_POLICY_CLASS, NoRetries.class)
        .endProfile()
        .build();
  }

  /** What one of them acknowledges the others must not miss, in whichever datacenter they are. */
  private String consistencyOfAllWriters() {
    return severalDatacentersWrite() ? "QUORUM" : "LOCAL_QUORUM";
  }

  private boolean severalDatacentersWrite() {
    return serialConsistency.equals("SERIAL");
  }

  private String password() {
    if (passwordFile == null || passwordFile.isBlank()) {
      throw new StartupException(
          "cassandra.username is set, but no CASSANDRA_PASSWORD_FILE: name the file with its password");
    }
    try {
      return Files.readString(Path.of(passwordFile)).strip();
    } catch (IOException e) {
      throw new StartupException("The password file cannot be read: " + passwordFile, e);
    }
  }

  /** A session with a wrong datacenter opens, and then no query of it can ever run. */
  private CqlSession checked(CqlSession session) {
    TreeSet<String> seen =
        session.getMetadata().getNodes().values().stream()
            .map(Node::getDatacenter)
            .collect(Collectors.toCollection(TreeSet::new));
    if (!seen.contains(localDatacenter)) {
      session.close();
      throw new StartupException(
          "No node of %s is in datacenter '%s' (seen: %s): set CASSANDRA_LOCAL_DATACENTER"
              .formatted(contactPoints, localDatacenter, String.join(", ", seen)));
    }
    return session;
  }

  private StartupException unreachable(AllNodesFailedException e) {
    String cause =
        e.getAllErrors().values().stream()
            .flatMap(List::stream)
            .map(error -> String.valueOf(error.getMessage()).lines().findFirst().orElse(""))
            .distinct()
            .collect(Collectors.joining("; "));
    return new StartupException(
        "No Cassandra answers at %s (%s): start one there, or set CASSANDRA_CONTACT_POINTS"
            .formatted(contactPoints, cause),
        e);
  }

  private static InetSocketAddress address(String contactPoint) {
    int colon = contactPoint.lastIndexOf(':');
    try {
      return colon < 0
          ? InetSocketAddress.createUnresolved(contactPoint, DEFAULT_PORT)
          : InetSocketAddress.createUnresolved(
              contactPoint.substring(0, colon),
              Integer.parseInt(contactPoint.substring(colon + 1)));
    } catch (IllegalArgumentException e) {
      throw new StartupException(
          "cassandra.contactPoints: '%s' is not host or host:port".formatted(contactPoint), e);
    }
  }
}
