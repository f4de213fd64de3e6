package dev.cinedex.verification;

import dev.cinedex.cassandra.Backoff;
import dev.cinedex.cassandra.Parallel;
import dev.cinedex.ledger.Head;
import dev.cinedex.lists.StoredRow;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.RowKey;
import dev.cinedex.lookup.TableRows;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;

/**
 * Compares rows of lookup tables with the ledger, from both sides. A row that differs has to be
 * checked again before it is reported, because its entity may just be being written.
 */
public final class RowVerifier {
  private static final int PARALLEL_READS = 32;
  private static final int MAX_COMPARISONS = 10;
  private static final Backoff PAUSES = new Backoff(Duration.ofMillis(10), Duration.ofMillis(500));

  private final RowAccess access;

  public RowVerifier(RowAccess access) {
    this.access = access;
  }

  /** Returns the keys of the expected rows that are not stored, or are stored otherwise. */
  public List<RowKey> compareExpected(List<LookupRow> expected) {
    return present(Parallel.map(expected, PARALLEL_READS, this::compareExpected));
  }

  private CompletionStage<Optional<RowKey>> compareExpected(LookupRow expected) {
    return access
        .rows()
        .find(expected.key())
        .thenApply(
            stored ->
                stored.filter(found -> found.row().equals(expected)).isPresent()
                    ? Optional.empty()
                    : Optional.of(expected.key()));
  }

  /** Returns the keys of the stored rows that the ledger does not ask for, or not as they are. */
  public List<RowKey> compareStored(List<StoredRow> stored) {
    return present(Parallel.map(stored, PARALLEL_READS, this::compareStored));
  }

  private CompletionStage<Optional<RowKey>> compareStored(StoredRow stored) {
    return access
        .ledger()
        .readAsync(stored.entityId())
        .thenApply(
            head ->
                expected(head, stored.key()).filter(stored.row()::equals).isPresent()
                    ? Optional.empty()
                    : Optional.of(stored.key()));
  }

  private static List<RowKey> present(List<Optional<RowKey>> keys) {
    return keys.stream().flatMap(Optional::stream).toList();
  }

  /**
   * Compares a row with a version of its entity that is settled and stays the last one meanwhile.
   *
   * @return empty when the row is as it should be
   * @throws ComparisonException when the entity is written all the time
   */
  public Optional<Finding> recheck(RowKey key) {
    return recheck(key.entityId(), List.of(key)).stream().findFirst();
  }

  /**
   * Compares some rows of an entity with a version of it that is settled and stays the last one
   * meanwhile.
   *
   * @return those that differ
   * @throws ComparisonException when the entity is written all the time
   */
  public List<Finding> recheck(UUID entityId, List<RowKey> keys) {
    for (int comparison = 1; comparison <= MAX_COMPARISONS; comparison++) {
      Head head = access.writer().settle(entityId);
      List<Optional<StoredRow>> stored =
          Parallel.map(keys, PARALLEL_READS, access.rows()::findAcknowledged);
      if (access.ledger().readSerial(entityId).version() == head.version()) {
        return IntStream.range(0, keys.size())
            .mapToObj(i -> difference(head, expected(head, keys.get(i)), stored.get(i)))
            .flatMap(Optional::stream)
            .toList();
      }
      PAUSES.pause(comparison);
    }
    throw new ComparisonException(access.ledger().entity().titled(entityId), MAX_COMPARISONS);
  }

  /** Returns the row that an entity should have at a key. */
  private static Optional<LookupRow> expected(Head head, RowKey key) {
    return TableRows.at(key, head.entityId(), head.state());
  }

  private static Optional<Finding> difference(
      Head head, Optional<LookupRow> expected, Optional<StoredRow> stored) {
    if (expected.isEmpty() && stored.isEmpty()) {
      return Optional.empty();
    }
    ComparedRow compared = ComparedRow.of(expected.orElse(null), stored.orElse(null));
    return compared.state() == RowState.OK
        ? Optional.empty()
        : Optional.of(new Finding(head, compared));
  }
}
