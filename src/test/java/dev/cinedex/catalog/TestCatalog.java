package dev.cinedex.catalog;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.TableDdl;
import dev.cinedex.movie.Movie;
import dev.cinedex.testing.TestSession;
import java.time.Duration;
import java.util.List;

/** A catalog that is read when a test says so, and whose time passes so. */
public final class TestCatalog {
  private final CqlSession session;
  private final TestSession itsOwn;
  private final Catalog catalog;
  private Moment now = Moment.now();

  public TestCatalog(CqlSession session, List<LookupTable> declared) {
    this(session, declared, () -> {});
  }

  /**
   * @param beforeEach is called before each statement of the catalog
   */
  TestCatalog(CqlSession session, List<LookupTable> declared, Runnable beforeEach) {
    this.session = session;
    this.itsOwn = new TestSession(session);
    itsOwn.before("", beforeEach);
    this.catalog = new Catalog(itsOwn, Movie.ENTITY, declared, () -> now);
    catalog.refresh();
  }

  /** Runs the action before each statement of the catalog that begins so. */
  void before(String prefix, Runnable action) {
    itsOwn.before(prefix, action);
  }

  public Catalog catalog() {
    return catalog;
  }

  public void pass(Duration time) {
    now = new Moment(now.uptime().plus(time), now.clock());
  }

  /** As when the machine was suspended: its uptime stands still. */
  void passSuspended(Duration time) {
    now = new Moment(now.uptime(), now.clock().plus(time));
  }

  public void refresh() {
    catalog.refresh();
  }

  /** As another instance would: this one does not know yet. */
  public void add(LookupTable table) {
    session.execute(TableDdl.createStatement(table));
    new CatalogStore(session).put(table, TableState.BUILDING);
  }

  /** The same. */
  public void drop(LookupTable table) {
    new CatalogStore(session).change(table.name(), TableState.READY, TableState.DROPPED);
    session.execute("DROP TABLE " + table.name());
  }

  /** The epoch that each writer of the keyspace goes by. */
  public List<Long> announced() {
    return session
        .execute("SELECT epoch FROM live_instances WHERE role = 'writer'")
        .map(row -> row.getLong("epoch"))
        .all();
  }
}
