package dev.cinedex.cassandra;

import static java.util.Objects.requireNonNull;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;

/**
 * Which instances of the service are alive, by their leases in {@code live_instances}. Two may for
 * a while see different sets: work that is divided by it must be safe to do twice.
 */
public final class LiveInstances {
  private final CqlSession session;
  private final UUID self = UUID.randomUUID();
  private final PreparedStatement renew;
  private final PreparedStatement leave;

  /**
   * @param lease how long an instance counts as alive after its last renewal; whole seconds
   */
  public LiveInstances(CqlSession session, Duration lease) {
    this.session = session;
    this.renew =
        session.prepare(
            "INSERT INTO live_instances (service, instance_id, host) VALUES ('cinedex', ?, ?) USING TTL "
                + lease.toSeconds());
    this.leave =
        session.prepare("DELETE FROM live_instances WHERE service = 'cinedex' AND instance_id = ?");
  }

  /** Renews this instance's lease. */
  public void renew() {
    session.execute(renew.bind(self, ThisProcess.name()).setIdempotent(true));
  }

  /** This instance's part of so many shares of a work, by number from 0. */
  public List<Integer> ownShares(int shares) {
    List<UUID> instances = new ArrayList<>();
    session
        .execute("SELECT instance_id FROM live_instances WHERE service = 'cinedex'")
        .forEach(row -> instances.add(requireNonNull(row.getUuid("instance_id"))));
    int position = instances.indexOf(self);
    return IntStream.range(0, shares)
        .filter(share -> position >= 0 && share % instances.size() == position)
        .boxed()
        .toList();
  }

  /** Leaves its shares to the others at once. */
  public void leave() {
    session.execute(leave.bind(self).setIdempotent(true));
  }
}
