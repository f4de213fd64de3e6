package dev.cinedex.ledger;

import com.datastax.oss.driver.api.core.DriverException;
import dev.cinedex.cassandra.Failures;
import dev.cinedex.catalog.Catalog;
import dev.cinedex.catalog.CatalogView;
import dev.cinedex.catalog.StaleCatalogException;
import dev.cinedex.entity.EntityState;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Maintenance;
import dev.cinedex.lookup.RowChanges;
import dev.cinedex.lookup.Transition;
import dev.cinedex.projection.Projection;
import dev.cinedex.projection.TooCostlyException;
import dev.cinedex.projection.WritePlan;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Settles versions: projects them to the lookup tables, and marks them. Whoever settles a version,
 * and however often, its rows are the same.
 */
public final class Settler {
  private static final Logger LOGGER = LoggerFactory.getLogger(Settler.class);
  private static final int MAX_PROJECTIONS = 3;

  private final Projection projection;
  private final Catalog catalog;
  private final SettledMarks marks;
  private final Executor background;
  private final WriteListener listener;

  /**
   * @param catalog of the tables to write
   * @param background runs what a write does not wait for; it may refuse, then the sweeper does it
   */
  public Settler(
      Projection projection,
      Catalog catalog,
      SettledMarks marks,
      Executor background,
      WriteListener listener) {
    this.projection = projection;
    this.catalog = catalog;
    this.marks = marks;
    this.background = background;
    this.listener = listener;
  }

  /**
   * Checks that this instance may write.
   *
   * @throws StaleCatalogException when it may not know every lookup table
   */
  void requireKnownTables() {
    catalog.requireFresh();
  }

  /** Returns why no write may send the lookup rows of a state, if they are too large. */
  Optional<TooCostlyException> tooCostly(UUID entityId, @Nullable EntityState state) {
    return projection.tooCostly(catalog.lastKnown().tables(), entityId, state);
  }

  /**
   * Checks that the lookup rows of what a write decided can be sent.
   *
   * @throws TooCostlyException when no write may send them
   */
  void requireAffordable(UUID entityId, Decision decision) {
    if (decision.forced()) {
      return; // the state stays the same, so its rows are written already
    }
    Optional<TooCostlyException> refusal = tooCostly(entityId, decision.state());
    if (refusal.isPresent()) {
      throw refusal.get();
    }
  }

  /** Returns what settling a version would send now. */
  WritePlan plan(Transition transition) {
    return Stream.of(Maintenance.values())
        .map(when -> projection.plan(catalog.lastKnown().tables(when), transition))
        .reduce(WritePlan.NOTHING, WritePlan::and);
  }

  /**
   * Settles the version that a claim has won. The write has happened, whatever becomes of its
   * lookup rows.
   *
   * @return false when not all rows are acknowledged: the sweeper, or the next write, writes them
   */
  boolean finish(Head head) {
    try {
      return finishOrReport(head);
    } catch (RuntimeException e) { // such as that the thread is interrupted while it waits
      report(head, e);
      return false;
    }
  }

  private boolean finishOrReport(Head head) {
    for (int attempt = 1; ; attempt++) {
      try {
        settleAwaited(head);
        return true;
      } catch (StaleCatalogException e) {
        LOGGER.warn("{} version {}: {}", head.entityId(), head.version(), e.getMessage());
        return false;
      } catch (DriverException e) {
        if (attempt == MAX_PROJECTIONS || Failures.isRefusal(e) || Failures.isLoggedBatch(e)) {
          report(head, e);
          return false;
        }
        // Sent again the batches are the same, at the same timestamp.
        Ledger.BACKOFF.pause(attempt);
      }
    }
  }

  /**
   * Begins to write alone: see {@link Catalog#beginExclusive}.
   *
   * @throws dev.cinedex.errors.StartupException when another process writes
   */
  void beginExclusive() {
    catalog.beginExclusive();
  }

  void endExclusive() {
    catalog.endExclusive();
  }

  /**
   * Settles the first version of an entity, which no other process can have replaced when its head
   * was acknowledged.
   *
   * @return false when not all rows are acknowledged
   * @throws StaleCatalogException when another process may write: its head may be another one
   */
  boolean finishFirst(Head head) {
    CatalogView view = catalog.requireFresh();
    try {
      projection.insert(view.tables(), head.transition());
    } catch (DriverException e) {
      LOGGER.info("Not all lookup rows of {} are acknowledged: {}", head.entityId(), e.toString());
      return false;
    }
    if (catalog.isCurrent(view)) {
      listener.projected(head, SettledBy.WRITER);
      marks.markUnnoted(head);
    } else {
      settle(head, SettledBy.WRITER);
    }
    return true;
  }

  /** Returns whether a version that is finished has its rows in every table. */
  boolean awaitsAllTables() {
    return catalog.lastKnown().tables(Maintenance.ASYNC).isEmpty();
  }

  private static void report(Head head, RuntimeException e) {
    if (e instanceof DriverException failure && !Failures.isRefusal(failure)) {
      LOGGER.warn(
          "Not all lookup rows of version {} of {} are acknowledged; its note is kept: {}",
          head.version(),
          head.entityId(),
          e.toString());
    } else {
      LOGGER.error(
          "Version {} of {} is written, but not all of its lookup rows, because Cassandra rejects them or the write was interrupted; its note is kept",
          head.version(),
          head.entityId(),
          e);
    }
  }

  /** Settles a version, whoever claimed it. */
  void settle(Head head, SettledBy by) {
    CatalogView view = catalog.requireFresh();
    settle(head, view, view.tables(), by);
  }

  /** Settles a version, but does not wait for the tables that are maintained afterwards. */
  private void settleAwaited(Head head) {
    CatalogView view = catalog.requireFresh();
    List<LookupTable> async = view.tables(Maintenance.ASYNC);
    if (RowChanges.between(async, head.transition()).isEmpty()) {
      settle(head, view, view.tables(Maintenance.SYNC), SettledBy.WRITER);
    } else if (project(head, view, view.tables(Maintenance.SYNC))) {
      later(head.entityId(), () -> settle(head, view, async, SettledBy.ASYNC));
    } else {
      settle(head, SettledBy.WRITER);
    }
  }

  /**
   * @param remaining the tables of the view whose rows are not written yet
   */
  private void settle(Head head, CatalogView view, List<LookupTable> remaining, SettledBy by) {
    if (project(head, view, remaining) && catalog.isCurrent(view)) {
      listener.projected(head, by);
      marks.mark(head);
      listener.done(WriteStep.SETTLE);
    } else {
      settle(head, by); // there are other tables now, whose build counts on this instance
    }
  }

  /**
   * @return false when one of the tables was dropped meanwhile, so that not all is written
   */
  private boolean project(Head head, CatalogView view, List<LookupTable> tables) {
    try {
      projection.project(tables, head.transition());
    } catch (DriverException e) {
      if (!Failures.isRefusal(e) || catalog.isCurrent(view)) {
        throw e;
      }
      LOGGER.info("{} is projected again: {}", head.entityId(), e.getMessage());
      return false;
    }
    listener.done(WriteStep.PROJECT);
    return true;
  }

  /** Runs in the background, if there is room; what fails is left to the sweeper. */
  void later(UUID entityId, Runnable settling) {
    background.execute(
        () -> {
          try {
            settling.run();
          } catch (DriverException | StaleCatalogException | UnconfirmedHeadException e) {
            LOGGER.debug("{} is left to the sweeper", entityId, e);
          } catch (RuntimeException e) {
            LOGGER.error("{} is left to the sweeper", entityId, e);
          }
        });
  }
}
