package dev.cinedex.jobs;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.catalog.Catalog;
import dev.cinedex.catalog.Schema;
import dev.cinedex.ledger.EntityWriter;
import dev.cinedex.ledger.Ledger;
import dev.cinedex.ledger.Notes;
import dev.cinedex.lists.LookupReader;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.movie.MovieJson;
import dev.cinedex.projection.Projection;
import io.dropwizard.jersey.validation.Validators;
import java.time.Clock;
import java.util.List;

/** What an instance of the service has to work on lookup tables, on a keyspace of its own. */
final class TestLookups implements AutoCloseable {
  final CassandraFactory cassandra;
  final Schema schema;
  final CqlSession session;
  final Catalog catalog;
  final Projection projection;
  final LookupReader reader;
  final Ledger ledger;
  final EntityWriter writer;
  final JobStore store;
  final JobRunner runner;
  final TableLifecycle lookups;

  TestLookups(List<LookupTable> tables) {
    this(tables, TestCassandra.factory(TestCassandra.newKeyspace()));
  }

  TestLookups(List<LookupTable> tables, CassandraFactory cassandra) {
    this.cassandra = cassandra;
    schema = new Schema(cassandra, tables);
    schema.apply(created -> {});
    session = cassandra.connect();
    catalog = TestCassandra.catalog(session);
    projection = new Projection(session, 8 << 10, TestCassandra.costs());
    reader = new LookupReader(session, projection);
    ledger = new Ledger(session, new Notes(session), new MovieJson(Validators.newValidator()));
    writer = writer(catalog);
    store = new JobStore(session);
    runner = runner();
    lookups = new TableLifecycle(session, schema, catalog, store);
  }

  /** One that goes by another catalog. */
  EntityWriter writer(Catalog known) {
    return new EntityWriter(
        ledger, projection, known, Clock.systemUTC(), Runnable::run, step -> {});
  }

  /** Another one. */
  JobRunner runner() {
    return new JobRunner(catalog, ledger, reader, writer, projection, store);
  }

  @Override
  public void close() {
    session.close();
  }
}
