package dev.cinedex.verification;

import dev.cinedex.ledger.Head;
import dev.cinedex.lists.StoredRow;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.RowChanges;
import dev.cinedex.lookup.RowChanges.Insert;
import dev.cinedex.lookup.RowKey;
import dev.cinedex.lookup.TableRows;
import dev.cinedex.projection.WritePlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/** Repairs rows of lookup tables that differ from the ledger. */
public final class RowRepair {
  private final RowAccess access;
  private final RowVerifier verifier;

  public RowRepair(RowAccess access) {
    this.access = access;
    this.verifier = new RowVerifier(access);
  }

  /**
   * Writes rows that are missing or stale, and deletes orphaned ones. It writes at the version of
   * the entity, so that every later write of it wins. Cells that are newer than that (somebody
   * edited the table by hand) first give the entity a new version.
   *
   * @param findings of one entity
   * @return the findings that are repaired
   * @throws dev.cinedex.ledger.ContentionException when the entity is written all the time; some
   *     rows may already be repaired
   * @throws ComparisonException likewise
   */
  public List<Finding> repair(UUID entityId, List<Finding> findings) {
    write(access.writer().settle(entityId), findings);
    List<Finding> remaining = remaining(entityId, findings);
    if (!remaining.isEmpty()) {
      write(access.writer().rewrite(entityId), remaining);
      remaining = remaining(entityId, remaining);
    }
    List<Finding> repaired = new ArrayList<>(findings);
    repaired.removeAll(remaining);
    return repaired;
  }

  /** Returns what {@link #repair} would send, if nothing changes meanwhile. */
  WritePlan plan(Head head, List<LookupTable> tables, List<Finding> findings) {
    return access.projection().plan(tables, changes(head, findings), head.version());
  }

  private void write(Head head, List<Finding> findings) {
    access.projection().apply(changes(head, findings), head.version());
  }

  /** Returns the changes from the rows that were found to those that the entity should have. */
  private static RowChanges changes(Head head, List<Finding> findings) {
    List<Insert> inserts = new ArrayList<>();
    List<LookupRow> deletes = new ArrayList<>();
    for (Finding finding : findings) {
      RowKey key = finding.key();
      Optional<LookupRow> expected = TableRows.at(key, head.entityId(), head.state());
      StoredRow stored = finding.row().stored();
      if (expected.isPresent()) {
        inserts.add(new Insert(expected.get(), stored == null ? null : stored.row()));
      } else if (stored != null) {
        deletes.add(stored.row());
      }
    }
    return new RowChanges(inserts, deletes);
  }

  private List<Finding> remaining(UUID entityId, List<Finding> findings) {
    Set<RowKey> differing =
        verifier.recheck(entityId, findings.stream().map(Finding::key).toList()).stream()
            .map(Finding::key)
            .collect(Collectors.toSet());
    return findings.stream().filter(finding -> differing.contains(finding.key())).toList();
  }
}
