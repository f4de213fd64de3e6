package dev.cinedex.catalog;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.errors.StartupException;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The lease of a process that writes without claims, while no other process writes. This process
 * may take it, or waits while another one has it. Whoever takes it writes it, and then reads the
 * leases of writers; a writer does the same in the other order. So of two processes that begin at
 * the same time, at least one sees the other.
 */
final class ExclusiveLease {
  private final InstanceLeases writers;
  private final InstanceLeases exclusive;
  private boolean held;
  private volatile @Nullable String refusal;
  private volatile boolean lost;

  /**
   * @param writers with the lease of this process as a writer
   */
  ExclusiveLease(CqlSession session, InstanceLeases writers) {
    this.writers = writers;
    this.exclusive = InstanceLeases.exclusive(session);
  }

  /** Returns why this process may not write now; null when another process does not prevent it. */
  @Nullable StaleCatalogException refusal() {
    String reason = refusal;
    return reason == null ? null : refusal(reason);
  }

  private StaleCatalogException refusal(String reason) {
    return lost ? StaleCatalogException.forGood(reason) : new StaleCatalogException(reason);
  }

  /**
   * Takes the lease.
   *
   * @throws StartupException when another process writes, or has the lease
   */
  void take() {
    requireAlone(); // so that an attempt beside a running service does not disturb it
    try {
      exclusive.renew();
      requireAlone();
      held = true;
    } finally {
      if (!held) {
        exclusive.leave();
      }
    }
  }

  private void requireAlone() {
    List<String> others = others(true);
    if (!others.isEmpty()) {
      throw new StartupException(
          "%s can write, so nothing can be imported exclusively. Stop it first, or import without --exclusive. An instance that was killed counts as alive for up to %d s"
              .formatted(String.join(", ", others), InstanceLeases.EXCLUSIVE_LEASE.toSeconds()));
    }
  }

  /**
   * Handles that the last reading of the catalog is too old to write by, so that others may have
   * written since. A process that had the lease has lost it for good, and writes no more.
   *
   * @throws StaleCatalogException when this process may not begin to write
   */
  void lapse() {
    if (held) {
      lost = true;
      String reason = refusal == null ? "" : ". Before that: " + refusal;
      throw refuse(
          "This process did not renew its exclusive lease in time, so another one may write now. It writes nothing more: import again"
              + reason);
    }
    confirm();
  }

  /**
   * Confirms that this process may write, after its lease as a writer was renewed. Renews this
   * lease before, if the process has it.
   *
   * @param writes whether this process may have written since it was last confirmed; if not, and it
   *     is refused, it ends its lease as a writer, which whoever writes need not see
   * @throws StaleCatalogException when another one has the lease, or writes although this one has
   *     it
   */
  void confirm(boolean writes) {
    if (held) {
      exclusive.renew();
    }
    try {
      confirm();
    } catch (StaleCatalogException e) {
      if (!writes) {
        writers.leave();
      }
      throw e;
    }
  }

  private void confirm() {
    List<String> others = others(held);
    if (!others.isEmpty()) {
      String names = String.join(", ", others);
      throw refuse(
          held
              ? names + " writes, although this process has the exclusive lease"
              : "%s writes exclusively (import --exclusive): other instances wait until it has ended. If it was killed, its lease expires within %d s"
                  .formatted(names, InstanceLeases.EXCLUSIVE_LEASE.toSeconds()));
    }
    refusal = null;
  }

  private List<String> others(boolean writersToo) {
    return Stream.concat(
            exclusive.others().stream(), writersToo ? writers.others().stream() : Stream.of())
        .distinct()
        .toList();
  }

  private StaleCatalogException refuse(String reason) {
    refusal = reason;
    return refusal(reason);
  }

  /** Ends the lease, if this process has it; others begin to write. */
  void release() {
    if (held) {
      held = false;
      exclusive.leave();
    }
  }
}
