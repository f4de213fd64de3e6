package dev.cinedex.ledger;

import static java.util.Objects.requireNonNull;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.cinedex.entity.EntityType;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Reads the states of several entities at once, for lists that are checked: a request for each of
 * them costs several times as much.
 */
public final class CurrentStates {
  private static final int VERSION = 1;
  private static final int DELETED = 2;
  private static final int SETTLED_VERSION = 3;
  private static final int FIRST_ATTRIBUTE = 4;

  private final CqlSession session;
  private final StateColumns columns;
  private final PreparedStatement find;

  /** Prepares the statement, so the schema must be complete. */
  public CurrentStates(CqlSession session, EntityType entity) {
    this.session = session;
    this.columns = new StateColumns(entity);
    this.find =
        session.prepare(
            "SELECT %s, version, deleted, settled_version, %s FROM %s WHERE %s IN ? LIMIT ?"
                .formatted(
                    entity.idColumn(), columns.names(", ", ""), entity.table(), entity.idColumn()));
  }

  /**
   * Reads the states at LOCAL_QUORUM: may miss a claim whose outcome its writer does not know
   * either. Waits for the answer.
   *
   * @param entityIds about ten at most: one node reads them all
   * @return a state for each of them
   */
  public Map<UUID, CurrentState> read(Collection<UUID> entityIds) {
    Map<UUID, CurrentState> states = new HashMap<>();
    entityIds.forEach(id -> states.put(id, CurrentState.absent(id)));
    // Without a limit below the size of a page, Cassandra reads one partition after the other.
    int most = states.size();
    session
        .execute(find.bind(List.copyOf(states.keySet()), most).setIdempotent(true))
        .forEach(row -> add(row, states));
    return states;
  }

  private void add(Row row, Map<UUID, CurrentState> states) {
    UUID id = requireNonNull(row.getUuid(0));
    if (row.isNull(VERSION)) { // not a row of Cinedex
      return;
    }
    long version = row.getLong(VERSION);
    boolean settled = !row.isNull(SETTLED_VERSION) && row.getLong(SETTLED_VERSION) == version;
    boolean deleted = row.getBoolean(DELETED);
    states.put(
        id,
        new CurrentState(
            id, version, deleted ? null : columns.state(id, row, FIRST_ATTRIBUTE), settled));
  }
}
