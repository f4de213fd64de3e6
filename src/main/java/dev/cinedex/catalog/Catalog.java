package dev.cinedex.catalog;

import com.codahale.metrics.health.HealthCheck;
import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.cassandra.Failures;
import dev.cinedex.cassandra.PeriodicTask;
import dev.cinedex.entity.EntityType;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Maintenance;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The lookup tables as this instance knows them. The catalog is read again every two seconds. The
 * instance's lease announces the epoch that it knows, so that a process that adds a table can wait
 * until all instances write it. An instance that could not read the catalog for a while refuses to
 * write, well before its lease expires and the others go on without it.
 */
public final class Catalog implements AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(Catalog.class);
  private static final Duration INTERVAL = Duration.ofSeconds(2);

  /** Half of the lease, because the lease expires by the clocks of the nodes. */
  private static final Duration VALID = InstanceLeases.WRITER_LEASE.dividedBy(2);

  /** The epoch that an instance announces while it does not know the catalog. */
  private static final long NOTHING = 0;

  private final CqlSession session;
  private final EntityType entity;
  private final CatalogStore store;
  private final InstanceLeases writers;
  private final ExclusiveLease exclusive;
  private final Map<String, Maintenance> maintenance;
  private final Supplier<Moment> time;
  private final PeriodicTask refreshing =
      new PeriodicTask("catalog", INTERVAL, this::refreshUnlessClosed, this::log);
  private volatile Known known;
  private volatile CatalogContents contents = CatalogContents.EMPTY;

  /**
   * The last reading.
   *
   * @param readAt when it began; null when the other instances do not wait for this one
   */
  private record Known(CatalogView view, @Nullable Moment readAt) {}

  Catalog(
      CqlSession session, EntityType entity, List<LookupTable> declared, Supplier<Moment> time) {
    this.session = session;
    this.entity = entity;
    this.store = new CatalogStore(session);
    this.writers = InstanceLeases.writers(session);
    this.exclusive = new ExclusiveLease(session, writers);
    this.maintenance =
        declared.stream().collect(Collectors.toMap(LookupTable::name, LookupTable::maintenance));
    this.time = time;
    this.known = new Known(new CatalogView(-1, List.of()), null);
  }

  /**
   * Reads the catalog, and keeps it up to date until it is closed. The schema must exist.
   *
   * @param declared the tables of this instance's configuration, which say when their rows are
   *     written; for other tables the catalog says it
   */
  public static Catalog open(CqlSession session, EntityType entity, List<LookupTable> declared) {
    Catalog catalog = new Catalog(session, entity, declared, Moment::now);
    catalog.refresh();
    catalog.refreshing.startAfter(INTERVAL);
    return catalog;
  }

  EntityType entity() {
    return entity;
  }

  /** Returns what was read last, however long ago. */
  public CatalogView lastKnown() {
    return known.view;
  }

  /**
   * Returns the tables that this instance has to write.
   *
   * @throws StaleCatalogException when there may be others, because the last reading is too old
   */
  public CatalogView requireFresh() {
    Known now = known;
    if (!isValid(now)) {
      throw refusal();
    }
    return now.view;
  }

  private StaleCatalogException refusal() {
    StaleCatalogException reason = exclusive.refusal();
    return reason == null ? new StaleCatalogException(VALID) : reason;
  }

  /**
   * Returns whether the tables are still those of a view. A writer asks this after it has written
   * the rows: if so, its claim came before the build of any other table, and that build will find
   * the claim in the ledger.
   */
  public boolean isCurrent(CatalogView view) {
    Known now = known;
    return isValid(now) && now.view.equals(view);
  }

  private boolean isValid(Known what) {
    return what.readAt != null && time.get().since(what.readAt).compareTo(VALID) < 0;
  }

  /** Returns the time since the catalog was read; the limit when it is not known. */
  public Duration age() {
    Moment readAt = known.readAt;
    return readAt == null ? VALID : time.get().since(readAt);
  }

  /** Returns the last job on each table that had one, as it was read last. */
  public Map<String, UUID> lastJobs() {
    return contents.lastJobs();
  }

  /** Returns the keys of the cursors, as they were read last; empty if there was none yet. */
  public Optional<CursorKeys> cursorKeys() {
    return contents.cursorKeys();
  }

  /** Returns when the tables that are built were verified, as it was read last. */
  public List<VerifiedTable> verifiedTables() {
    return contents.verifiedTables(new Ddl(session));
  }

  /** Reads which instances write lookup rows now. */
  public List<LiveInstance> liveInstances() {
    return writers.live();
  }

  /** Returns a check that is unhealthy while the last reading is too old to write by. */
  public HealthCheck healthCheck() {
    return new HealthCheck() {
      @Override
      protected Result check() {
        return isValid(known) ? Result.healthy() : Result.unhealthy(refusal().getMessage());
      }
    };
  }

  /**
   * Reads the catalog now.
   *
   * @throws StaleCatalogException when another process alone may write
   */
  public synchronized void refresh() {
    Moment asked = time.get(); // before all else: whoever pauses in between has read too long ago
    if (!isValid(known)) {
      known = new Known(known.view, null);
      exclusive.lapse();
      // Like an instance that starts: a process that changes the catalog now waits for this one.
      writers.renew(NOTHING);
      asked = time.get(); // the leases are read again below
    }
    CatalogContents read = store.read();
    contents = read;
    CatalogView view = read.epoch() == known.view.epoch() ? known.view : view(read);
    known = new Known(view, known.readAt); // before the others are told
    writers.renew(view.epoch());
    if (!isValid(known)) {
      known = new Known(view, null); // this process was paused meanwhile
    }
    exclusive.confirm(known.readAt != null);
    known = new Known(view, asked);
  }

  /**
   * Makes this process the only one that writes, until {@link #endExclusive}, or until it could not
   * renew its lease for a while.
   *
   * @throws dev.cinedex.errors.StartupException when another process writes
   */
  public synchronized void beginExclusive() {
    refresh();
    exclusive.take();
  }

  /** Lets other processes write again. */
  public synchronized void endExclusive() {
    exclusive.release();
  }

  private CatalogView view(CatalogContents read) {
    return new CatalogView(
        read.epoch(),
        read.tables().entrySet().stream()
            .filter(table -> table.getValue().isPresent())
            .map(table -> entry(table.getKey(), table.getValue()))
            .toList());
  }

  private CatalogView.Entry entry(String name, StoredTable stored) {
    Maintenance whenWritten = maintenance.getOrDefault(name, stored.maintenance());
    return new CatalogView.Entry(stored.table(entity, name, whenWritten), stored.state());
  }

  private void refreshUnlessClosed() {
    if (session.isClosed()) {
      refreshing.cancel();
    } else {
      refresh();
    }
  }

  private void log(RuntimeException e) {
    if (e instanceof StaleCatalogException) {
      LOGGER.warn("{}", e.getMessage());
    } else if (!Failures.isUnavailable(e)) {
      LOGGER.error("The catalog cannot be read: this instance will refuse writes", e);
    } else if (isValid(known)) {
      LOGGER.debug("The catalog cannot be read now", e);
    } else {
      LOGGER.warn("The catalog cannot be read; writes are refused until it can: {}", e.toString());
    }
  }

  /** Stops reading the catalog. This instance then writes no more, and the others do not wait. */
  @Override
  public void close() {
    try {
      if (refreshing.stop(InstanceLeases.WRITER_LEASE)) {
        known = new Known(known.view, null); // before the lease ends
        writers.leave();
      } // else the running pass may renew the lease once more: it will expire
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
