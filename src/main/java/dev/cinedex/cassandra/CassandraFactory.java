package dev.cinedex.cassandra;

import com.codahale.metrics.MetricRegistry;
import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.InvalidKeyspaceException;
import dev.cinedex.errors.StartupException;
import dev.cinedex.files.SecretFile;
import dev.cinedex.metrics.Metrics;
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
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The block {@code cassandra} of {@code config.yml}. Opens sessions with these settings and with
 * the driver's options of {@code cassandra-driver.conf}.
 *
 * @param embedded whether {@code server} starts a node of its own
 * @param contactPoints {@code host} or {@code host:port}, comma-separated; the default port is 9042
 * @param serialConsistency {@code LOCAL_SERIAL}, or {@code SERIAL} when instances in several
 *     datacenters write
 * @param tls whether the connections are encrypted; null for no
 * @param requestTimeout how long the driver waits for an answer
 * @param maxClockSkew how far the clock of an instance that writes may be from the nodes' clocks;
 *     at most 5 s, because the sweeper's grace period allows for no more
 * @param batchSize the largest size of one logged batch; Cassandra's own default limit is 50 KiB
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
    @Nullable CassandraTls tls,
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

  /**
   * Opens a session on the keyspace.
   *
   * @throws StartupException when no node answers, or the keyspace or the datacenter does not exist
   */
  public CqlSession connect() {
    return connect(new MetricRegistry(), new Metrics());
  }

  /**
   * Opens a session on the keyspace, as {@link #connect()} does.
   *
   * @param driver gets the driver's metrics, under the prefix {@code cinedex}
   * @param metrics get the times of the nodes
   */
  public CqlSession connect(MetricRegistry driver, Metrics metrics) {
    NodeTimes times = new NodeTimes(metrics);
    try {
      return open(
          builder()
              .withMetricRegistry(driver)
              .addRequestTracker(times)
              .addNodeStateListener(times)
              .withKeyspace(keyspace));
    } catch (InvalidKeyspaceException e) {
      throw new StartupException(schemaMissing(), e);
    }
  }

  /** Opens a session without a keyspace, to create one. */
  public CqlSession connectWithoutKeyspace() {
    return open(builder());
  }

  /**
   * Opens a session as far as that is possible, to find out what is wrong: also when no node is in
   * the local datacenter, and without the keyspace when it does not exist.
   *
   * @throws StartupException when no node answers
   */
  public CqlSession connectToExamine() {
    try {
      return build(builder().withKeyspace(keyspace));
    } catch (InvalidKeyspaceException e) {
      return build(builder());
    }
  }

  /** The message for a keyspace that lacks some of Cinedex's tables. */
  public String schemaMissing() {
    return "The keyspace '%s' has no complete Cinedex schema: run 'java -jar cinedex.jar schema apply config.yml'"
        .formatted(keyspace);
  }

  /** The addresses of the contact points, unresolved. */
  public List<InetSocketAddress> addresses() {
    return ContactPoints.parse(contactPoints);
  }

  /** Creates the clock that dates writes, and compares it with the nodes' clocks. */
  public ClusterClock clock(CqlSession session) {
    ClusterClock clock =
        new ClusterClock(session, Clock.systemUTC(), maxClockSkew.toJavaDuration());
    clock.measureIfDue(); // before anyone needs the time
    return clock;
  }

  /**
   * Checks that neither credentials nor TLS are set: an embedded node has no use for them, so
   * somebody has meant another Cassandra.
   *
   * @throws StartupException when there are some
   */
  public void requireNothingOfAnotherNode() {
    if (isSet(username) || isSet(passwordFile)) {
      throw new StartupException(
          "cassandra.embedded is true, and CASSANDRA_USERNAME or CASSANDRA_PASSWORD_FILE is set: an empty node would be started beside the Cassandra that they are for. Set CASSANDRA_EMBEDDED=false, or take them away");
    }
    if (isEncrypted()) {
      throw new StartupException(
          "cassandra.embedded is true, and CASSANDRA_TLS is true: the embedded node has no certificate. Set CASSANDRA_EMBEDDED=false, or CASSANDRA_TLS=false");
    }
  }

  private static boolean isSet(@Nullable String text) {
    return text != null && !text.isBlank();
  }

  private boolean isEncrypted() {
    return tls != null && tls.enabled();
  }

  private CqlSession build(CqlSessionBuilder builder) {
    try {
      CqlSession session = builder.build();
      NodeTls.of(session).ifPresent(NodeTls::follow);
      return session;
    } catch (AllNodesFailedException e) {
      throw ConnectionErrors.unreachable(contactPoints, isEncrypted(), e);
    }
  }

  private CqlSession open(CqlSessionBuilder builder) {
    CqlSession session = build(builder);
    try {
      ConnectionErrors.requireDatacenter(session, contactPoints, localDatacenter);
      return session;
    } catch (RuntimeException | Error e) {
      session.close();
      throw e;
    }
  }

  private CqlSessionBuilder builder() {
    CqlSessionBuilder builder =
        CqlSession.builder()
            .withConfigLoader(
                DriverOptions.load(keyspace, requestTimeout.toJavaDuration(), serialConsistency))
            .addContactPoints(addresses())
            .withLocalDatacenter(localDatacenter);
    if (username != null && isSet(username)) {
      builder.withAuthCredentials(username, password());
    }
    if (tls != null) {
      tls.open().ifPresent(builder::withSslEngineFactory);
    }
    return builder;
  }

  private String password() {
    if (passwordFile == null || !isSet(passwordFile)) {
      throw new StartupException(
          "cassandra.username is set, but CASSANDRA_PASSWORD_FILE is not: set it to the file with the password");
    }
    return SecretFile.line(Path.of(passwordFile), "the password file CASSANDRA_PASSWORD_FILE");
  }
}
