package dev.cinedex.instance;

import com.codahale.metrics.MetricRegistry;
import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.ClusterClock;
import dev.cinedex.catalog.Catalog;
import dev.cinedex.catalog.Schema;
import dev.cinedex.jobs.JobRunner;
import dev.cinedex.jobs.JobStore;
import dev.cinedex.jobs.TableLifecycle;
import dev.cinedex.ledger.EntityWriter;
import dev.cinedex.ledger.Ledger;
import dev.cinedex.ledger.Notes;
import dev.cinedex.ledger.SettledMarks;
import dev.cinedex.ledger.Settler;
import dev.cinedex.ledger.WriteListener;
import dev.cinedex.lists.LookupRows;
import dev.cinedex.lists.PageReader;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.movie.Movie;
import dev.cinedex.projection.Projection;
import dev.cinedex.projection.WriteCosts;
import dev.cinedex.verification.DriftSampler;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * What every process has that writes movies, the service and the commands.
 *
 * @param tables of its configuration
 */
public record Instance(
    List<LookupTable> tables,
    CqlSession session,
    Catalog catalog,
    ClusterClock clock,
    Notes notes,
    Ledger ledger,
    WriteCosts costs,
    LookupRows rows,
    PageReader pages,
    Projection projection,
    SettledMarks marks,
    EntityWriter writer,
    JobRunner jobRunner,
    DriftSampler driftSampler,
    TableLifecycle lookups)
    implements AutoCloseable {

  /** The tables of its configuration that are not there yet, or not any more. */
  public List<LookupTable> unbuilt() {
    return tables.stream().filter(table -> catalog.view().named(table.name()).isEmpty()).toList();
  }

  /** Of a command: a service's sweeper does what it leaves. */
  public static Instance open(CinedexConfiguration configuration) {
    return open(configuration, new MetricRegistry(), task -> {}, step -> {});
  }

  /**
   * @param background for what a write does not wait for
   * @throws dev.cinedex.errors.StartupException when there is no Cassandra, or no schema
   */
  public static Instance open(
      CinedexConfiguration configuration,
      MetricRegistry metrics,
      Executor background,
      WriteListener writeSteps) {
    CassandraFactory cassandra = configuration.cassandra();
    List<LookupTable> tables = LookupTable.all(Movie.ENTITY, configuration.lookups());
    Schema schema = new Schema(cassandra, Movie.ENTITY, tables);
    CqlSession session = cassandra.connect(metrics);
    try {
      schema.verify(session);
      Notes notes = new Notes(session, Movie.ENTITY);
      ClusterClock clock = cassandra.clock(session);
      Ledger ledger = new Ledger(session, Movie.ENTITY);
      WriteCosts costs = new WriteCosts(metrics);
      Projection projection = new Projection(session, cassandra.batchSize().toBytes(), costs);
      LookupRows rows = new LookupRows(session);
      PageReader pages = new PageReader(session);
      Catalog catalog = Catalog.open(session, Movie.ENTITY, tables);
      SettledMarks marks = new SettledMarks(ledger, notes);
      Settler settler = new Settler(projection, catalog, marks, background, writeSteps);
      EntityWriter writer = new EntityWriter(ledger, notes, clock, settler, writeSteps);
      JobStore jobs = new JobStore(session);
      return new Instance(
          tables,
          session,
          catalog,
          clock,
          notes,
          ledger,
          costs,
          rows,
          pages,
          projection,
          marks,
          writer,
          new JobRunner(catalog, ledger, rows, writer, projection, jobs),
          new DriftSampler(catalog, ledger, rows, pages, writer, projection, metrics),
          new TableLifecycle(session, schema, catalog, jobs));
    } catch (RuntimeException e) {
      session.close();
      throw e;
    }
  }

  @Override
  public void close() {
    marks.close();
    catalog.close();
    session.close();
  }
}
