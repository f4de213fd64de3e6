package dev.cinedex.verification;

import dev.cinedex.cassandra.Backoff;
import dev.cinedex.ledger.ContentionException;
import dev.cinedex.ledger.EntityWriter;
import dev.cinedex.ledger.Head;
import dev.cinedex.ledger.Ledger;
import dev.cinedex.lists.LookupRows;
import dev.cinedex.lists.StoredRow;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.RowChanges;
import dev.cinedex.lookup.RowChanges.Insert;
import dev.cinedex.lookup.RowKey;
import dev.cinedex.projection.Projection;
import dev.cinedex.verification.EntityRows.ComparedRow;
import dev.cinedex.verification.EntityRows.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

/**
 * Compares rows of one lookup table with the ledger, from both sides, and mends them. What differs
 * is looked at again before it is reported, for its movie may just be written.
 */
public final class RowVerifier {
  private static final int MOST_LOOKS = 10;
  private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(10), Duration.ofMillis(500));

  private final LookupTable table;
  private final Ledger ledger;
  private final LookupRows reader;
  private final EntityWriter writer;
  private final Projection projection;

  public RowVerifier(
      LookupTable table,
      Ledger ledger,
      LookupRows reader,
      EntityWriter writer,
      Projection projection) {
    this.table = table;
    this.ledger = ledger;
    this.reader = reader;
    this.writer = writer;
    this.projection = projection;
  }

  /** Whether a row that a movie should have is there, as it should be. */
  public CompletionStage<Suspect> fromLedger(LookupRow expected) {
    return reader
        .find(expected.key())
        .thenApply(
            found -> {
              boolean same = found.filter(stored -> stored.row().equals(expected)).isPresent();
              return new Suspect(expected.entityId(), expected.key(), !same);
            });
  }

  /** Whether a row that is there should be, as it is. */
  public CompletionStage<Suspect> fromTable(StoredRow stored) {
    return ledger
        .readAsync(stored.entityId())
        .thenApply(
            head -> {
              LookupRow expected =
                  table.rowsOf(head.entityId(), head.state()).get(stored.row().key());
              return new Suspect(
                  stored.entityId(), stored.row().key(), !stored.row().equals(expected));
            });
  }

  /**
   * A row by its key, once looked at.
   *
   * @param differs whether it has to be looked at again
   */
  public record Suspect(UUID entityId, RowKey key, boolean differs) {}

  /**
   * What is the matter with a row for certain.
   *
   * @param head of its movie, with which it was compared
   * @param key of the row
   */
  public record Finding(Head head, RowKey key, ComparedRow row) {}

  /**
   * Looks at a row again, while nobody writes its movie.
   *
   * @return empty when it is as it should be
   * @throws ContentionException when its movie is written all the time
   */
  public Optional<Finding> lookAgain(Suspect suspect) {
    for (int look = 1; look <= MOST_LOOKS; look++) {
      Head head = writer.settle(suspect.entityId);
      Optional<StoredRow> stored = reader.findAcknowledged(suspect.key);
      if (ledger.readSerial(suspect.entityId).version() == head.version()) {
        LookupRow expected = table.rowsOf(head.entityId(), head.state()).get(suspect.key);
        if (expected == null && stored.isEmpty()) {
          return Optional.empty();
        }
        ComparedRow compared = ComparedRow.of(expected, stored.orElse(null));
        return compared.state() == State.OK
            ? Optional.empty()
            : Optional.of(new Finding(head, suspect.key, compared));
      }
      BACKOFF.pause(look);
    }
    throw new ComparisonException(ledger.entity().titled(suspect.entityId), MOST_LOOKS);
  }

  /**
   * Writes what is missing or stale, and deletes what should not be there; at the movie's own
   * version, so that whatever is written meanwhile wins. Cells that are newer than the movie (of
   * somebody who wrote the table by hand) give it a new version.
   *
   * @param findings of one movie
   * @return those that are mended
   * @throws ContentionException when the movie is written all the time; some may be mended then
   */
  public List<Finding> mend(UUID movieId, List<Finding> findings) {
    Head head = writer.settle(movieId);
    projection.apply(mending(findings, head), head.version());
    List<Finding> left = new ArrayList<>(findings);
    left.removeIf(this::isMended);
    if (!left.isEmpty()) {
      Head rewritten = writer.rewrite(movieId);
      projection.apply(mending(left, rewritten), rewritten.version());
      left.removeIf(this::isMended);
    }
    return findings.stream().filter(finding -> !left.contains(finding)).toList();
  }

  /** From what was found to what the movie should have there. */
  private RowChanges mending(List<Finding> findings, Head head) {
    Map<RowKey, LookupRow> expected = table.rowsOf(head.entityId(), head.state());
    List<Insert> inserts = new ArrayList<>();
    List<LookupRow> deletes = new ArrayList<>();
    for (Finding finding : findings) {
      LookupRow should = expected.get(finding.key);
      StoredRow stored = finding.row.stored();
      if (should != null) {
        inserts.add(new Insert(should, stored == null ? null : stored.row()));
      } else if (stored != null) {
        deletes.add(stored.row());
      }
    }
    return new RowChanges(inserts, deletes);
  }

  private boolean isMended(Finding finding) {
    return lookAgain(new Suspect(finding.head.entityId(), finding.key(), true)).isEmpty();
  }
}
