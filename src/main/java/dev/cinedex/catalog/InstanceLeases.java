package dev.cinedex.catalog;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import dev.cinedex.cassandra.ProcessName;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The instances that share one kind of work, by their leases in {@code live_instances}. For a while
 * two instances may see different sets: work that is divided by leases must be safe to do twice.
 */
public final class InstanceLeases {
  private static final Logger LOGGER = LoggerFactory.getLogger(InstanceLeases.class);

  private static final String WRITERS = "writer";
  private static final String SWEEPERS = "sweeper";
  private static final String EXCLUSIVE = "exclusive";

  /** The time for which a writer counts as alive after it renewed its lease. */
  static final Duration WRITER_LEASE = Duration.ofSeconds(30);

  /**
   * The time for which a process keeps others from writing after it renewed its lease. It is longer
   * than its lease as a writer: when this one has expired, the other one has, too.
   */
  static final Duration EXCLUSIVE_LEASE = WRITER_LEASE.plusSeconds(10);

  private final LeaseDao dao;
  private final String role;
  private final Duration lease;
  private final UUID self = UUID.randomUUID();

  private InstanceLeases(CqlSession session, String role, Duration lease) {
    this.dao = CatalogMapper.of(session).leases();
    this.role = role;
    this.lease = lease;
  }

  /** Returns the leases of the instances that write lookup rows. */
  static InstanceLeases writers(CqlSession session) {
    return new InstanceLeases(session, WRITERS, WRITER_LEASE);
  }

  /** Returns the lease of the process that alone may write. */
  static InstanceLeases exclusive(CqlSession session) {
    return new InstanceLeases(session, EXCLUSIVE, EXCLUSIVE_LEASE);
  }

  /**
   * Returns the leases of the instances that share the sweeping.
   *
   * @param lease how long an instance counts as alive after its last renewal; whole seconds
   */
  public static InstanceLeases sweepers(CqlSession session, Duration lease) {
    return new InstanceLeases(session, SWEEPERS, lease);
  }

  /** Renews this instance's lease. */
  public void renew() {
    renew(0);
  }

  /**
   * Renews this instance's lease.
   *
   * @param epoch the last change of the catalog that this instance knows
   */
  void renew(long epoch) {
    dao.renew(new Lease(role, self, ProcessName.name(), epoch), Math.toIntExact(lease.toSeconds()));
  }

  /** Returns the numbers of this instance's shares, of {@code shares} from 0. */
  public List<Integer> ownShares(int shares) {
    List<UUID> instances = dao.find(role).map(Lease::instanceId).all();
    int position = instances.indexOf(self);
    return IntStream.range(0, shares)
        .filter(share -> position >= 0 && share % instances.size() == position)
        .boxed()
        .toList();
  }

  /** Returns the names of the instances that know only an earlier epoch of the catalog. */
  List<String> behind(long epoch) {
    return dao.findAcknowledged(role).all().stream()
        .filter(found -> found.epoch() < epoch)
        .map(Lease::host)
        .toList();
  }

  /** Returns the names of the other processes with a lease, in whichever datacenter they run. */
  List<String> others() {
    return dao.findAcknowledged(role).all().stream()
        .filter(found -> !found.instanceId().equals(self))
        .map(Lease::host)
        .toList();
  }

  /** Returns the instances with a lease, as the local datacenter knows them. */
  List<LiveInstance> live() {
    return dao.find(role)
        .map(
            found ->
                new LiveInstance(
                    found.instanceId(), found.epoch(), found.instanceId().equals(self)))
        .all();
  }

  /** Ends this instance's lease; the others take over its shares at once. */
  public void leave() {
    try {
      dao.delete(role, self);
    } catch (DriverException e) {
      LOGGER.debug("The lease of this instance is not deleted, and will expire", e);
    }
  }
}
