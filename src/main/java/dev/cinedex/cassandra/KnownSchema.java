package dev.cinedex.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.metadata.schema.KeyspaceMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import java.util.Optional;
import java.util.UUID;

/** Looks up a session's keyspace and its tables in the driver's metadata, without a query. */
public final class KnownSchema {
  private KnownSchema() {}

  /** Returns the session's keyspace; empty when it has none, or the driver does not know it. */
  public static Optional<KeyspaceMetadata> keyspace(CqlSession session) {
    return session.getKeyspace().flatMap(session.getMetadata()::getKeyspace);
  }

  public static Optional<TableMetadata> table(CqlSession session, String name) {
    return keyspace(session).flatMap(keyspace -> keyspace.getTable(name));
  }

  /** Returns the id of a table; it changes when the table is dropped and created again. */
  public static Optional<UUID> tableId(CqlSession session, String name) {
    return table(session, name).flatMap(TableMetadata::getId);
  }
}
