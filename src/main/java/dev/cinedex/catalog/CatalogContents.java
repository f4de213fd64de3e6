package dev.cinedex.catalog;

import static java.util.Objects.requireNonNull;

import dev.cinedex.entity.EntityType;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Maintenance;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/**
 * The catalog as it was read.
 *
 * @param epoch the number of the last change; 0 before the first
 * @param tables by name, in order; a dropped table is among them until it no longer exists
 * @param cursorKeys empty before the first service has made one
 */
record CatalogContents(
    long epoch, Map<String, StoredTable> tables, Optional<CursorKeys> cursorKeys) {
  static final CatalogContents EMPTY = new CatalogContents(0, Map.of(), Optional.empty());

  CatalogContents {
    tables = Collections.unmodifiableMap(new TreeMap<>(tables));
  }

  static CatalogContents of(Iterable<CatalogRow> rows) {
    long epoch = 0;
    Map<String, StoredTable> tables = new TreeMap<>();
    Optional<CursorKeys> keys = Optional.empty();
    for (CatalogRow row : rows) {
      epoch = row.epoch() == null ? 0 : row.epoch();
      keys = keys.or(() -> CursorKeys.stored(row));
      if (row.tableName() != null) {
        tables.put(row.tableName(), table(row));
      }
    }
    return new CatalogContents(epoch, tables, keys);
  }

  private static StoredTable table(CatalogRow row) {
    return new StoredTable(
        requireNonNull(row.definition()),
        Maintenance.of(requireNonNull(row.maintenance())).orElseThrow(),
        TableState.of(requireNonNull(row.state())),
        row.jobId(),
        row.verifiedAt());
  }

  /** Returns a table, unless it is dropped. */
  Optional<StoredTable> present(String table) {
    return Optional.ofNullable(tables.get(table)).filter(StoredTable::isPresent);
  }

  /** Returns the last job on each table that had one. */
  Map<String, UUID> lastJobs() {
    Map<String, UUID> jobs = new TreeMap<>();
    tables.forEach(
        (name, table) -> {
          if (table.jobId() != null) {
            jobs.put(name, table.jobId());
          }
        });
    return jobs;
  }

  /** Returns when the tables that are built were verified. */
  List<VerifiedTable> verifiedTables(Ddl ddl) {
    return tables.entrySet().stream()
        .filter(table -> table.getValue().isBuilt())
        .flatMap(
            table ->
                ddl.gcGrace(table.getKey()).stream()
                    .map(grace -> verified(table.getKey(), table.getValue(), grace)))
        .toList();
  }

  private static VerifiedTable verified(String name, StoredTable table, Duration gcGrace) {
    Instant verifiedAt = table.verifiedAt() == null ? Instant.EPOCH : table.verifiedAt();
    return new VerifiedTable(name, verifiedAt, gcGrace);
  }

  /** Returns the tables that are not dropped. */
  List<LookupTable> present(EntityType entity) {
    return tables.entrySet().stream()
        .filter(table -> table.getValue().isPresent())
        .map(table -> table.getValue().table(entity, table.getKey()))
        .toList();
  }
}
