package dev.cinedex.testing;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.catalog.Schema;
import dev.cinedex.jobs.TableLifecycle;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.movie.Movie;
import java.util.List;

/** A new keyspace with its tables, for a test that also needs to change or reopen it. */
public record TestKeyspace(CassandraFactory cassandra, Schema schema, CqlSession session)
    implements AutoCloseable {

  public static TestKeyspace with(List<LookupTable> tables) {
    return with(tables, TestCassandra.factory(TestCassandra.newKeyspace()));
  }

  public static TestKeyspace with(List<LookupTable> tables, CassandraFactory cassandra) {
    Schema schema = new Schema(cassandra, Movie.ENTITY, tables);
    schema.apply(created -> {});
    return new TestKeyspace(cassandra, schema, cassandra.connect());
  }

  /** Makes an instance whose batches are small, so that it often needs several. */
  public TestInstance instance() {
    return TestInstance.on(session).batchBytes(8 << 10);
  }

  public TableLifecycle lifecycle() {
    return instance().lifecycle(schema);
  }

  @Override
  public void close() {
    session.close();
  }
}
