package dev.cinedex.ledger;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import dev.cinedex.cassandra.ColumnCodecs;
import dev.cinedex.cassandra.DriverProfiles;
import dev.cinedex.cassandra.TokenRange;
import dev.cinedex.entity.Attribute;
import dev.cinedex.entity.EntityState;
import dev.cinedex.entity.EntityType;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The statements of the ledger: one row for each entity. */
final class LedgerStatements {
  /** The columns of {@link LedgerRow}, which stand before those of the attributes. */
  private static final String PROTOCOL =
      "AS entity_id, version, deleted, previous, claim_id, created_by, settled_version";

  static final int FIRST_ATTRIBUTE = 7;

  private final EntityType entity;
  private final PreparedStatement find;
  private final PreparedStatement scan;
  private final PreparedStatement sample;
  private final PreparedStatement tokens;
  private final PreparedStatement claim;
  private final PreparedStatement insert;
  private final PreparedStatement settle;

  LedgerStatements(CqlSession session, EntityType entity, StateColumns columns) {
    this.entity = entity;
    String id = entity.idColumn();
    String select =
        "SELECT %s %s, %s FROM %s WHERE "
            .formatted(id, PROTOCOL, columns.names(", ", ""), entity.table());
    String token = "token(" + id + ")";
    this.find = session.prepare(select + id + " = :entity_id");
    this.scan = session.prepare(select + "%s > :after AND %s <= :up_to".formatted(token, token));
    this.sample = session.prepare(select + token + " > :after LIMIT :most");
    this.tokens = session.prepare("SELECT %s FROM %s LIMIT :most".formatted(token, entity.table()));
    this.claim =
        session.prepare(
            "UPDATE %s SET %s, version = :version, deleted = :deleted, previous = :previous,"
                    .formatted(entity.table(), columns.names(", ", " = ?"))
                + " claim_id = :claim_id, created_by = :created_by WHERE "
                + id
                + " = :entity_id IF version = :expected_version");
    this.insert =
        session.prepare(
            "INSERT INTO %s (%s, version, deleted, previous, claim_id, created_by, %s) VALUES (%s"
                    .formatted(
                        entity.table(), columns.names(", ", ""), id, "?, ".repeat(attributes()))
                + ":version, :deleted, :previous, :claim_id, :created_by, :entity_id)"
                + " USING TIMESTAMP :written_at");
    this.settle =
        session.prepare(
            "UPDATE %s USING TIMESTAMP :version SET settled_version = :version WHERE %s = :entity_id"
                .formatted(entity.table(), id));
  }

  private int attributes() {
    return entity.attributes().size();
  }

  BoundStatement find(UUID entityId) {
    return find.bind(entityId).setIdempotent(true);
  }

  /** Finishes or cancels a claim that is running before it answers. */
  BoundStatement findSerial(UUID entityId) {
    return find(entityId).setExecutionProfileName(DriverProfiles.SERIAL);
  }

  /** Finds what every datacenter has acknowledged. */
  BoundStatement findAcknowledged(UUID entityId) {
    return find(entityId).setExecutionProfileName(DriverProfiles.ACKNOWLEDGED);
  }

  /** Reads a token range, in the order of tokens. */
  BoundStatement scan(TokenRange range) {
    return scan.bind(range.after(), range.upTo())
        .setExecutionProfileName(DriverProfiles.CATALOG)
        .setIdempotent(true);
  }

  /** Reads the first rows after a token. */
  BoundStatement sample(long after, int limit) {
    return sample.bind(after, limit).setIdempotent(true);
  }

  /** Reads the tokens of the first rows. */
  BoundStatement tokens(int limit) {
    return tokens.bind(limit).setIdempotent(true);
  }

  /**
   * Begins the one LWT, with the values of the attributes. The driver never repeats it: it is not
   * idempotent, and its profile rules out the repetition that needs no idempotence.
   *
   * @param state null to delete
   * @param expectedVersion null when the entity never was
   */
  BoundStatementBuilder claim(@Nullable EntityState state, @Nullable Long expectedVersion) {
    BoundStatementBuilder builder =
        claim
            .boundStatementBuilder()
            .setExecutionProfileName(DriverProfiles.CLAIM)
            .setIdempotence(false);
    BoundStatementBuilder bound = attributes(builder, state);
    return expectedVersion == null
        ? bound.setToNull("expected_version")
        : bound.setLong("expected_version", expectedVersion);
  }

  /** Sets each attribute, to null if there is no value: an earlier one must not show through. */
  private BoundStatementBuilder attributes(
      BoundStatementBuilder statement, @Nullable EntityState state) {
    BoundStatementBuilder builder = statement;
    for (Attribute<?> attribute : entity.attributes()) {
      Object value = state == null ? null : state.get(attribute);
      builder = builder.set(attribute.position(), value, ColumnCodecs.of(attribute.type().cql()));
    }
    return builder;
  }

  /**
   * Begins a plain insert of what a claim writes.
   *
   * @param writtenAt the write timestamp, in microseconds
   */
  BoundStatementBuilder insert(@Nullable EntityState state, long writtenAt) {
    return attributes(insert.boundStatementBuilder(), state)
        .setLong("written_at", writtenAt)
        .setExecutionProfileName(DriverProfiles.CATALOG)
        .setIdempotence(true);
  }

  BoundStatement settle(UUID entityId, long version) {
    return settle
        .bind()
        .setLong("version", version) // in both of its places
        .setUuid("entity_id", entityId)
        .setIdempotent(true);
  }
}
