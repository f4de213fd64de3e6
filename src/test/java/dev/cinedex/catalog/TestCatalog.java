package dev.cinedex.catalog;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import dev.cinedex.catalog.Catalog.Moment;
import dev.cinedex.lookup.LookupTable;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** A catalog that is read when a test says so, and whose time passes so. */
public final class TestCatalog {
  private final CqlSession session;
  private final Catalog catalog;
  private Consumer<String> beforeStatement = cql -> {};
  private Moment now = Moment.now();

  public TestCatalog(CqlSession session, List<LookupTable> declared) {
    this.session = session;
    this.catalog = new Catalog(observed(session), declared, () -> now);
    catalog.refresh();
  }

  /** Is told each statement of the catalog before it is sent. */
  void observe(Consumer<String> newBeforeStatement) {
    beforeStatement = newBeforeStatement;
  }

  private CqlSession observed(CqlSession observed) {
    return (CqlSession)
        Proxy.newProxyInstance(
            CqlSession.class.getClassLoader(),
            new Class<?>[] {CqlSession.class},
            (proxy, method, arguments) -> {
              if (arguments != null && arguments[0] instanceof BoundStatement bound) {
                beforeStatement.accept(bound.getPreparedStatement().getQuery());
              } else if (arguments != null && arguments[0] instanceof SimpleStatement simple) {
                beforeStatement.accept(simple.getQuery());
              }
              return method.invoke(observed, arguments);
            });
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
    session.execute(table.createStatement());
    new CatalogRows(session).put(table, TableState.BUILDING);
  }

  /** The same. */
  public void drop(LookupTable table) {
    new CatalogRows(session).change(table.name(), TableState.READY, TableState.DROPPED);
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
