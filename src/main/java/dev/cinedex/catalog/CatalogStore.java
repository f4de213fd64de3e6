package dev.cinedex.catalog;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.lookup.LookupTable;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Reads and changes the stored catalog. Each change has an epoch of its own, by which an instance
 * tells the others how much of the catalog it knows. The table {@code lookup_tables} must exist.
 */
final class CatalogStore {
  private final CatalogDao dao;

  CatalogStore(CqlSession session) {
    this.dao = CatalogMapper.of(session).catalog();
  }

  CatalogContents read() {
    return CatalogContents.of(dao.rows());
  }

  /** Adds a table, or puts it into another state. */
  void put(LookupTable table, TableState state) {
    put(table, state, null);
  }

  /**
   * Adds a table that is ready without a build.
   *
   * @param empty when neither the table nor the ledger had a row, so that they agreed
   */
  void putReady(LookupTable table, Instant empty) {
    put(table, TableState.READY, empty);
  }

  private void put(LookupTable table, TableState state, @Nullable Instant verifiedAt) {
    while (true) {
      CatalogContents now = CatalogContents.of(dao.rowsSerial());
      StoredTable stored = now.tables().get(table.name());
      if (stored != null
          && stored.definition().equals(table.definition())
          && stored.state() == state) {
        return;
      }
      CatalogRow row = row(now.epoch() + 1, table, state, null, verifiedAt);
      if (dao.put(row, now.epoch() == 0 ? null : now.epoch())) {
        return;
      }
    }
  }

  private static CatalogRow row(
      long epoch,
      LookupTable table,
      TableState state,
      @Nullable UUID job,
      @Nullable Instant verifiedAt) {
    return new CatalogRow(
        CatalogDao.PARTITION,
        table.name(),
        epoch,
        table.definition(),
        table.maintenance().text(),
        state.text(),
        job,
        verifiedAt,
        null,
        null); // the keys of the cursors stay as they are
  }

  /**
   * Puts a table from one state into another.
   *
   * @return false when it was in neither of them
   */
  boolean change(String table, TableState from, TableState to) {
    while (true) {
      CatalogContents now = CatalogContents.of(dao.rowsSerial());
      StoredTable stored = now.tables().get(table);
      if (stored == null || stored.state() != from) {
        return stored != null && stored.state() == to; // an earlier attempt may have succeeded
      }
      if (dao.change(table, to.text(), now.epoch() + 1, now.epoch())) {
        return true;
      }
    }
  }

  /** Forgets a table that is dropped, or only planned, if this was its last job. */
  void remove(String table, @Nullable UUID lastJob) {
    dao.remove(table, lastJob);
  }

  /**
   * Records a table that a job is to make, with the job.
   *
   * @param lastJob the last job on a table of this name; null when there was none
   * @return false when there is such a table, or another job was faster
   */
  boolean plan(LookupTable table, @Nullable UUID lastJob, UUID job) {
    while (true) {
      CatalogContents now = CatalogContents.of(dao.rowsSerial());
      StoredTable stored = now.tables().get(table.name());
      if (stored != null && (stored.isPresent() || !Objects.equals(stored.jobId(), lastJob))) {
        return job.equals(stored.jobId()); // an earlier attempt may have succeeded
      }
      CatalogRow row = row(now.epoch() + 1, table, TableState.DROPPED, job, null);
      if (dao.plan(row, now.epoch() == 0 ? null : now.epoch(), lastJob)) {
        return true;
      }
    }
  }

  boolean beginDrop(String table, @Nullable UUID lastJob, UUID job) {
    return dao.beginDrop(table, lastJob, job);
  }

  /**
   * Sets the last job of a table.
   *
   * @param lastJob the last job before; null when there was none
   * @return false when another job was faster
   */
  boolean begin(String table, @Nullable UUID lastJob, UUID job) {
    return dao.begin(table, lastJob, job);
  }

  /** Sets the time of a table's last verification, if the job is the last one of the table. */
  void verified(String table, UUID job, Instant verifiedAt) {
    dao.verified(table, job, verifiedAt);
  }
}
