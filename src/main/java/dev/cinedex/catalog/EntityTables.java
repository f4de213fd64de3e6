package dev.cinedex.catalog;

import static java.util.stream.Collectors.joining;

import dev.cinedex.entity.EntityType;

/** The CQL that creates the two tables of an entity: its ledger, and the notes of its claims. */
final class EntityTables {
  private EntityTables() {}

  /** Returns the CQL of the ledger: the columns of the protocol, and one for each attribute. */
  static String ledger(EntityType entity) {
    String attributes =
        entity.attributes().stream()
            .map(attribute -> "  " + attribute.name() + " " + attribute.type().cql() + ",\n")
            .collect(joining());
    return """
        CREATE TABLE IF NOT EXISTS %s (
          %s uuid PRIMARY KEY,
          version bigint,
          deleted boolean,
        %s  previous text,
          claim_id timeuuid,
          created_by text,
          settled_version bigint
        )"""
        .formatted(entity.table(), entity.idColumn(), attributes);
  }

  /**
   * Returns the CQL of the notes, which expire after a week. Their tombstones are dropped after ten
   * minutes: a note that comes back does no harm.
   */
  static String notes(EntityType entity) {
    return """
        CREATE TABLE IF NOT EXISTS %s (
          shard int,
          minute timestamp,
          %s uuid,
          claim_id timeuuid,
          PRIMARY KEY ((shard, minute), %s, claim_id)
        ) WITH default_time_to_live = 604800
          AND gc_grace_seconds = 600
          AND compaction = {'class': 'TimeWindowCompactionStrategy', 'compaction_window_unit': 'HOURS', 'compaction_window_size': 4}"""
        .formatted(entity.noteTable(), entity.idColumn(), entity.idColumn());
  }
}
