package dev.cinedex.jobs;

import dev.cinedex.cassandra.TokenRange;
import dev.cinedex.ledger.Head;
import dev.cinedex.ledger.Ledger;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.RowSizes;
import dev.cinedex.lookup.TableRows;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Shows what a table would be, from a sample of the ledger, before anything is built. */
public final class BuildPreview {
  /** The parts of the ring from which entities are taken, each as many. */
  private static final List<TokenRange> PARTS = TokenRange.all(25);

  private static final int PER_PART = 20;
  private static final int MOST_EXAMPLES = 10;
  private static final int MOST_KEYS = 20;

  /** Keys that are counted; a sample with very long lists has more. */
  private static final int MOST_COUNTED = 50_000;

  private static final int VERSION_BYTES = Long.BYTES;

  private final Ledger ledger;

  public BuildPreview(Ledger ledger) {
    this.ledger = ledger;
  }

  /**
   * What the table would be.
   *
   * @param sampled the number of entities in the sample
   * @param rows that they would have
   * @param bytes of the values of these rows
   * @param mostRows of one of them
   * @param entities an estimate of all; exact when all are in the sample
   * @param largestKeys the partition keys with the most rows of the sample, the largest first
   */
  public record Preview(
      long sampled,
      long rows,
      long bytes,
      long mostRows,
      long entities,
      List<KeyRows> largestKeys,
      List<LookupRow> examples) {}

  /**
   * A partition key in the sample.
   *
   * @param key the values of the partition columns, without the bucket
   */
  public record KeyRows(List<Object> key, long rows) {}

  public Preview of(LookupTable table) {
    Sample sample = new Sample(table);
    double entities = 0;
    for (TokenRange part : PARTS) {
      entities += sample.add(part);
    }
    return sample.preview(Math.round(entities));
  }

  /** Counts the rows of the sample without keeping them. */
  private final class Sample {
    private final LookupTable table;
    private final RowSizes sizes = new RowSizes();
    private final Map<List<Object>, Long> keys = new HashMap<>();
    private final List<LookupRow> examples = new ArrayList<>();
    private long sampled;
    private long rows;
    private long bytes;
    private long mostRows;

    Sample(LookupTable table) {
      this.table = table;
    }

    /** Adds entities of a part of the ring, and estimates how many it has. */
    double add(TokenRange part) {
      List<Head> heads = ledger.sample(part.after(), PER_PART);
      List<Head> inPart =
          heads.stream().filter(head -> ledger.token(head.entityId()) <= part.upTo()).toList();
      List<Head> existing = inPart.stream().filter(Head::exists).toList();
      existing.forEach(this::add);
      boolean all = heads.size() < PER_PART || inPart.size() < heads.size();
      return all ? existing.size() : existing.size() * share(part, inPart);
    }

    /** Returns how many times as wide a part is as what was read of it. */
    private double share(TokenRange part, List<Head> read) {
      double last = ledger.token(read.get(read.size() - 1).entityId());
      return ((double) part.upTo() - part.after()) / (last - part.after());
    }

    private void add(Head head) {
      long before = rows;
      for (LookupRow row : TableRows.of(table, head.entityId(), head.state()).values()) {
        rows++;
        bytes += sizes.of(row.key().values()) + sizes.of(row.values()) + VERSION_BYTES;
        List<Object> key = row.key().values().subList(0, table.partition().size());
        if (keys.size() < MOST_COUNTED || keys.containsKey(key)) {
          keys.merge(key, 1L, Long::sum);
        }
        if (examples.size() < MOST_EXAMPLES) {
          examples.add(row);
        }
      }
      mostRows = Math.max(mostRows, rows - before);
      sampled++;
    }

    Preview preview(long entities) {
      List<KeyRows> largest =
          keys.entrySet().stream()
              .sorted(Map.Entry.<List<Object>, Long>comparingByValue().reversed())
              .limit(MOST_KEYS)
              .map(entry -> new KeyRows(entry.getKey(), entry.getValue()))
              .toList();
      return new Preview(sampled, rows, bytes, mostRows, entities, largest, examples);
    }
  }
}
