package dev.cinedex.catalog;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import dev.cinedex.catalog.CatalogRows.CatalogRow;
import dev.cinedex.catalog.CatalogRows.Contents;
import dev.cinedex.entity.EntityType;
import dev.cinedex.lookup.LookupDeclaration;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Maintenance;
import dev.cinedex.lookup.TableDefinition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The lookup tables that there are, as this instance knows them. It reads the catalog again every
 * two seconds, and tells the others by its lease up to which epoch it knows it: so whoever adds a
 * table can wait until every instance writes it. An instance that did not read it for a while
 * refuses to write, well before its lease runs out and the others go on without it.
 */
public final class Catalog implements AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(Catalog.class);
  private static final Duration INTERVAL = Duration.ofSeconds(2);
  static final Duration LEASE = Duration.ofSeconds(30);

  /** Half of the lease: the nodes that let it run out have clocks of their own. */
  private static final Duration VALID = Duration.ofSeconds(15);

  /** What an instance announces that is about to read the catalog. */
  private static final long NOTHING = 0;

  private final CqlSession session;
  private final EntityType entity;
  private final CatalogRows rows;
  private final InstanceLeases writers;
  private final Map<String, Maintenance> maintenance;
  private final Supplier<Moment> time;
  private final Thread thread = new Thread(this::refreshForEver, "catalog");
  private volatile Known known;

  /**
   * @param asked when the catalog was read; null when the others do not wait for this instance
   */
  private record Known(CatalogView view, @Nullable Moment asked) {}

  /** By two clocks: one of them stands still with the machine, the other can be set back. */
  record Moment(Duration uptime, Instant clock) {
    static Moment now() {
      return new Moment(Duration.ofNanos(System.nanoTime()), Instant.now());
    }

    Duration since(Moment before) {
      Duration byUptime = uptime.minus(before.uptime);
      Duration byClock = Duration.between(before.clock, clock);
      return byUptime.compareTo(byClock) > 0 ? byUptime : byClock;
    }
  }

  Catalog(
      CqlSession session, EntityType entity, List<LookupTable> declared, Supplier<Moment> time) {
    this.entity = entity;
    this.session = session;
    this.rows = new CatalogRows(session);
    this.writers = new InstanceLeases(session, InstanceLeases.WRITERS, LEASE);
    this.maintenance =
        declared.stream().collect(Collectors.toMap(LookupTable::name, LookupTable::maintenance));
    this.time = time;
    this.known = new Known(new CatalogView(-1, List.of()), null);
    thread.setDaemon(true);
  }

  /**
   * To be opened after the schema.
   *
   * @param declared tables of this instance's configuration: they say when their rows are written;
   *     of the others the catalog does
   */
  public static Catalog open(CqlSession session, EntityType entity, List<LookupTable> declared) {
    Catalog catalog = new Catalog(session, entity, declared, Moment::now);
    catalog.refresh();
    catalog.thread.start();
    return catalog;
  }

  /** What was last read. */
  public CatalogView view() {
    return known.view;
  }

  /**
   * The tables to write.
   *
   * @throws StaleCatalogException when there may be others
   */
  public CatalogView current() {
    Known now = known;
    if (!isValid(now)) {
      throw new StaleCatalogException(VALID);
    }
    return now.view;
  }

  /** The last job on each table that had one, as the catalog has it now. */
  public Map<String, UUID> jobs() {
    Map<String, UUID> jobs = new TreeMap<>();
    rows.read()
        .rows()
        .forEach(
            (table, row) -> {
              if (row.jobId() != null) {
                jobs.put(table, row.jobId());
              }
            });
    return jobs;
  }

  /**
   * Makes a job the last one of a table.
   *
   * @return false when another one was faster
   */
  public boolean begin(String table, @Nullable UUID lastJob, UUID job) {
    return rows.begin(table, lastJob, job);
  }

  /**
   * Puts a table into another state; every instance knows it within seconds.
   *
   * @return false when it was not in that one
   */
  public boolean change(String table, TableState from, TableState to) {
    boolean changed = rows.change(table, from, to);
    refresh();
    return changed;
  }

  /** The names of the instances that may write, but do not know the catalog as this one does. */
  public List<String> unawareInstances() {
    return writers.before(known.view.epoch());
  }

  /**
   * Whether the tables are still those. To be asked when a movie's rows are written: if so, its
   * claim came before any build of another table begins, which so finds it in the ledger.
   */
  public boolean isCurrent(CatalogView view) {
    Known now = known;
    return isValid(now) && now.view.equals(view);
  }

  private boolean isValid(Known what) {
    return what.asked != null && time.get().since(what.asked).compareTo(VALID) < 0;
  }

  /** Reads the catalog now. */
  public synchronized void refresh() {
    if (!isValid(known)) {
      known = new Known(known.view, null);
      // As one that just starts: whoever changes the catalog from now on waits for us.
      writers.renew(NOTHING);
    }
    Moment asked = time.get();
    Contents contents = rows.read();
    CatalogView view = contents.epoch() == known.view.epoch() ? known.view : view(contents);
    known = new Known(view, known.asked); // before the others are told
    writers.renew(view.epoch());
    known = new Known(view, asked);
  }

  private CatalogView view(Contents contents) {
    return new CatalogView(
        contents.epoch(),
        contents.rows().entrySet().stream()
            .filter(row -> row.getValue().state() != TableState.DROPPED)
            .map(
                row ->
                    new CatalogView.Entry(
                        table(row.getKey(), row.getValue()), row.getValue().state()))
            .toList());
  }

  private LookupTable table(String name, CatalogRow row) {
    LookupDeclaration declaration = TableDefinition.read(row.definition());
    return LookupTable.of(
        entity,
        name,
        declaration.withMaintenance(maintenance.getOrDefault(name, row.maintenance())));
  }

  private void refreshForEver() {
    while (true) {
      try {
        Thread.sleep(INTERVAL.toMillis());
        if (session.isClosed()) {
          return;
        }
        refresh();
      } catch (DriverException e) {
        if (isValid(known)) {
          LOGGER.debug("The catalog cannot be read just now", e);
        } else {
          LOGGER.warn(
              "The catalog cannot be read; writes are refused until it is: {}", e.toString());
        }
      } catch (RuntimeException e) {
        LOGGER.error("The catalog cannot be read: this instance will refuse writes", e);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /** Others need not wait for this instance any more. */
  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join(LEASE.toMillis());
      if (thread.isAlive()) {
        return; // it may announce once more: the lease will expire by itself
      }
      known = new Known(known.view, null); // before nobody waits for us any more
      writers.leave();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
