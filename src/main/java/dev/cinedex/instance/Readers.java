package dev.cinedex.instance;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.catalog.Catalog;
import dev.cinedex.demo.FaultPlanter;
import dev.cinedex.ledger.CurrentStates;
import dev.cinedex.lists.EntityLists;
import dev.cinedex.lists.ExpandedRows;
import dev.cinedex.lists.PageReader;
import dev.cinedex.lists.PartitionCounts;
import dev.cinedex.lists.PartitionKeys;
import dev.cinedex.lists.VerifiedRows;
import dev.cinedex.metrics.Metrics;
import dev.cinedex.verification.DriftSampler;
import dev.cinedex.verification.EntityRepair;
import dev.cinedex.verification.EntityRows;
import dev.cinedex.verification.RowAccess;
import dev.cinedex.verification.RowRepair;

/** The readers that a service offers over its lookup tables. */
public final class Readers {
  private final CqlSession session;
  private final Catalog catalog;
  private final RowAccess access;
  private final Metrics metrics;
  private final PageReader pages;
  private final long pageBytes;

  /**
   * @param pageBytes the size at which a page ends
   */
  Readers(CqlSession session, Catalog catalog, RowAccess access, long pageBytes, Metrics metrics) {
    this.session = session;
    this.catalog = catalog;
    this.access = access;
    this.metrics = metrics;
    this.pageBytes = pageBytes;
    this.pages = new PageReader(session, pageBytes);
  }

  /** Returns the reader of lists: pages of lookup rows, verified or expanded if asked for. */
  public EntityLists lists() {
    return new EntityLists(
        pages,
        new VerifiedRows(new CurrentStates(session, access.ledger().entity()), access.writer()),
        new ExpandedRows(access.rows(), access.ledger(), catalog),
        pageBytes,
        metrics);
  }

  /** Returns the comparison of the rows of single movies with the ledger. */
  public EntityRows entityRows() {
    return new EntityRows(access.ledger(), access.rows(), catalog, pageBytes);
  }

  /** Returns the repair of the rows of single movies. */
  public EntityRepair entityRepair(EntityRows rows) {
    return new EntityRepair(rows, new RowRepair(access));
  }

  /** Returns what breaks rows on purpose, for the demo. */
  public FaultPlanter faultPlanter() {
    return new FaultPlanter(session, access.rows(), access.ledger());
  }

  /** Returns the lists of the keys of tables. */
  public PartitionKeys partitionKeys() {
    return new PartitionKeys(session);
  }

  /** Returns the counts of rows and partitions, which read whole tables. */
  public PartitionCounts partitionCounts() {
    return new PartitionCounts(session, access.rows(), pages, access.projection()::bytes);
  }

  /** Returns a task that verifies some rows of each table all the time. */
  DriftSampler driftSampler() {
    return new DriftSampler(catalog, access, pages, metrics);
  }
}
