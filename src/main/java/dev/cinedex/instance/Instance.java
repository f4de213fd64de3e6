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
import dev.cinedex.ledger.WriteStep;
import dev.cinedex.lists.LookupReader;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.movie.MovieJson;
import dev.cinedex.projection.Projection;
import dev.cinedex.projection.WriteCosts;
import dev.cinedex.verification.DriftSampler;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

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
    LookupReader reader,
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
  public static Instance open(CinedexConfiguration configuration, MovieJson json) {
    return open(configuration, json, new MetricRegistry(), task -> {}, step -> {});
  }

  /**
   * @param background for what a write does not wait for
   * @throws dev.cinedex.errors.StartupException when there is no Cassandra, or no schema
   */
  public static Instance open(
      CinedexConfiguration configuration,
      MovieJson json,
      MetricRegistry metrics,
      Executor background,
      Consumer<WriteStep> writeSteps) {
    CassandraFactory cassandra = configuration.cassandra();
    List<LookupTable> tables = LookupTable.all(configuration.lookups());
    Schema schema = new Schema(cassandra, tables);
    CqlSession session = cassandra.connect(metrics);
    try {
      schema.verify(session);
      Notes notes = new Notes(session);
      ClusterClock clock = cassandra.clock(session);
      Ledger ledger = new Ledger(session, notes, json);
      WriteCosts costs = new WriteCosts(metrics);
      Projection projection = new Projection(session, cassandra.batchSize().toBytes(), costs);
      LookupReader reader = new LookupReader(session, projection);
      Catalog catalog = Catalog.open(session, tables);
      EntityWriter writer =
          new EntityWriter(ledger, projection, catalog, clock, background, writeSteps);
      JobStore jobs = new JobStore(session);
      return new Instance(
          tables,
          session,
          catalog,
          clock,
          notes,
          ledger,
          costs,
          reader,
          writer,
          new JobRunner(catalog, ledger, reader, writer, projection, jobs),
          new DriftSampler(catalog, ledger, reader, writer, projection, metrics),
          new TableLifecycle(session, schema, catalog, jobs));
    } catch (RuntimeException e) {
      session.close();
      throw e;
    }
  }

  @Override
  public void close() {
    writer.close();
    catalog.close();
    session.close();
  }
}
