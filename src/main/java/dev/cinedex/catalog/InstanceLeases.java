package dev.cinedex.catalog;

import static java.util.Objects.requireNonNull;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.cinedex.cassandra.DriverProfiles;
import dev.cinedex.cassandra.ProcessName;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which instances do some work, by their leases in {@code live_instances}. Two may for a while see
 * different sets: work that is divided by it must be safe to do twice.
 */
public final class InstanceLeases {
  private static final Logger LOGGER = LoggerFactory.getLogger(InstanceLeases.class);

  /** Those that write movies, and so lookup rows. */
  static final String WRITERS = "writer";

  private static final String SWEEPERS = "sweeper";

  private final CqlSession session;
  private final String role;
  private final UUID self = UUID.randomUUID();
  private final PreparedStatement renew;
  private final PreparedStatement leave;

  /**
   * @param lease how long an instance counts as alive after its last renewal; whole seconds
   */
  InstanceLeases(CqlSession session, String role, Duration lease) {
    this.session = session;
    this.role = role;
    this.renew =
        session.prepare(
            "INSERT INTO live_instances (role, instance_id, host, epoch) VALUES (?, ?, ?, ?) USING TTL "
                + lease.toSeconds());
    this.leave = session.prepare("DELETE FROM live_instances WHERE role = ? AND instance_id = ?");
  }

  /** Those that share the sweeping. */
  public static InstanceLeases sweepers(CqlSession session, Duration lease) {
    return new InstanceLeases(session, SWEEPERS, lease);
  }

  /** Renews this instance's lease. */
  public void renew() {
    renew(0);
  }

  /**
   * @param epoch of the catalog that this instance goes by
   */
  void renew(long epoch) {
    session.execute(
        renew
            .bind(role, self, ProcessName.name(), epoch)
            .setExecutionProfileName(DriverProfiles.CATALOG)
            .setIdempotent(true));
  }

  /** This instance's part of so many shares of a work, by number from 0. */
  public List<Integer> ownShares(int shares) {
    List<UUID> instances = new ArrayList<>();
    session
        .execute(
            SimpleStatement.newInstance(
                "SELECT instance_id FROM live_instances WHERE role = ?", role))
        .forEach(row -> instances.add(requireNonNull(row.getUuid("instance_id"))));
    int position = instances.indexOf(self);
    return IntStream.range(0, shares)
        .filter(share -> position >= 0 && share % instances.size() == position)
        .boxed()
        .toList();
  }

  /** The names of those that go by an earlier epoch of the catalog. */
  List<String> before(long epoch) {
    return session
        .execute(
            SimpleStatement.newInstance(
                    "SELECT host, epoch FROM live_instances WHERE role = ?", role)
                .setExecutionProfileName(DriverProfiles.CATALOG))
        .all()
        .stream()
        .filter(row -> row.getLong("epoch") < epoch)
        .map(row -> requireNonNull(row.getString("host")))
        .toList();
  }

  /** Leaves its shares to the others at once. */
  public void leave() {
    try {
      session.execute(
          leave
              .bind(role, self)
              .setExecutionProfileName(DriverProfiles.CATALOG)
              .setIdempotent(true));
    } catch (DriverException e) {
      LOGGER.debug("The lease of this instance will expire by itself", e);
    }
  }
}
