package dev.cinedex;

import com.codahale.metrics.MetricRegistry;
import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.Catalog;
import dev.cinedex.cassandra.ClusterClock;
import dev.cinedex.cassandra.Schema;
import dev.cinedex.jobs.DriftSampler;
import dev.cinedex.jobs.JobRunner;
import dev.cinedex.jobs.JobStore;
import dev.cinedex.jobs.Lookups;
import dev.cinedex.ledger.Ledger;
import dev.cinedex.ledger.MovieWriter;
import dev.cinedex.ledger.Notes;
import dev.cinedex.ledger.WriteStep;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.movie.MovieJson;
import dev.cinedex.projection.LookupReader;
import dev.cinedex.projection.Projection;
import dev.cinedex.projection.WriteCosts;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * What every process has that writes movies, the service and the commands.
 *
 * @param tables of its configuration
 */
public record Core(
    List<LookupTable> tables,
    CqlSession session,
    Catalog catalog,
    ClusterClock clock,
    Notes notes,
    Ledger ledger,
    WriteCosts costs,
    LookupReader reader,
    MovieWriter writer,
    JobRunner jobRunner,
    DriftSampler driftSampler,
    Lookups lookups)
    implements AutoCloseable {

  /** The tables of its configuration that are not there yet, or not any more. */
  public List<LookupTable> unbuilt() {
    return tables.stream().filter(table -> catalog.view().named(table.name()).isEmpty()).toList();
  }

  /** Of a command: a service's sweeper does what it leaves. */
  public static Core open(CinedexConfiguration configuration, MovieJson json) {
    return open(configuration, json, new MetricRegistry(), task -> {}, step -> {});
  }

  /**
   * @param background for what a write does not wait for
   * @throws dev.cinedex.cassandra.StartupException when there is no Cassandra, or no schema
   */
  static Core open(
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
      MovieWriter writer =
          new MovieWriter(ledger, projection, catalog, clock, background, writeSteps);
      JobStore jobs = new JobStore(session);
      return new Core(
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
          new Lookups(session, schema, catalog, jobs));
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
