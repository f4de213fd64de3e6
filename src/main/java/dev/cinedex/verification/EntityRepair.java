package dev.cinedex.verification;

import dev.cinedex.projection.WritePlan;
import dev.cinedex.verification.EntityRows.Comparison;
import dev.cinedex.verification.EntityRows.Search;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

/** Repairs the lookup rows of one entity in every table. */
public final class EntityRepair {
  private final EntityRows rows;
  private final RowRepair repair;

  public EntityRepair(EntityRows rows, RowRepair repair) {
    this.rows = rows;
    this.repair = repair;
  }

  /**
   * What became of a repair.
   *
   * @param comparison the rows after it
   */
  public record Repaired(int rows, Comparison comparison) {}

  /** Returns what a repair of the rows of a comparison would send. */
  public WritePlan plan(Comparison found) {
    return repair.plan(found.head(), rows.tables(), findings(found));
  }

  /**
   * Repairs the rows of a comparison, and then the others at the keys of the entity: a comparison
   * holds no more than it may.
   *
   * @throws dev.cinedex.ledger.ContentionException when the entity is written all the time
   * @throws ComparisonException likewise
   */
  public Repaired repair(Comparison found) {
    UUID entityId = found.head().entityId();
    int repaired = 0;
    Comparison last = found;
    while (true) {
      int now = repair.repair(entityId, findings(last)).size();
      repaired += now;
      last = rows.compare(entityId, Search.KEYS);
      if (now == 0 || findings(last).isEmpty()) {
        return new Repaired(repaired, last);
      }
    }
  }

  /** Returns the rows that differ, and are held whole. */
  private static List<Finding> findings(Comparison comparison) {
    return comparison.rows().stream()
        .map(EntityRows.Compared::values)
        .filter(Objects::nonNull)
        .filter(row -> row.state() != RowState.OK)
        .map(row -> new Finding(comparison.head(), row))
        .toList();
  }
}
