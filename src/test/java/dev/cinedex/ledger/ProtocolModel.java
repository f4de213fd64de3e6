package dev.cinedex.ledger;

import dev.cinedex.entity.EntityState;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.RowChanges;
import dev.cinedex.lookup.Transition;
import dev.cinedex.movie.Movies;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The six steps of a write as a model: writers of one movie are interleaved at random and crash at
 * any step. What they send to the lookup tables is delayed, duplicated, reordered, and lost with
 * its sender. The ledger is one linearizable register. A seed determines everything.
 */
final class ProtocolModel {
  /** The measures of the protocol, each of which a test can leave out. */
  enum Cure {
    CLAIM,
    VERSION_TIMESTAMP,
    HELP,
    DELETES,
    NOTES,
    /** A writer tells another one its version only after the rows are written. */
    TOLD_WHEN_WRITTEN
  }

  private static final UUID ID = UUID.fromString("00000000-0000-4000-8000-000000000001");
  private static final int WRITERS = 3;
  private static final int WRITES = 3;
  private static final int CRASH_ONE_IN = 25;
  private static final int DUPLICATE_ONE_IN = 3;

  private final Random random;
  private final Set<Cure> cures;
  private final List<LookupTable> tables;

  private Version head = new Version(0, null, null, 0);
  private long settledVersion;
  private long clock = 1_000;
  private int claims;

  /** The version that a writer has told the others, which they need not read. */
  private @Nullable Version told;

  private final ReplicatedRows rows;
  private final List<Mutation> inFlight = new ArrayList<>();
  private final Map<Integer, Writer> notes = new HashMap<>();

  private record Version(
      long number, @Nullable EntityState movie, @Nullable EntityState previous, int claim) {}

  /** A statement on its way to a replica, with those of the same request that have not arrived. */
  private record Mutation(Runnable effect, Set<Mutation> awaited, Object identity) {
    @Override
    public boolean equals(@Nullable Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  private final class Writer {
    private final long skew = random.nextLong(40) - 20;
    private int left = WRITES;
    private boolean crashed;
    private WriteStep step = WriteStep.READ;
    private Version seen = head;
    private Version mine = head;
    private int claim;
    private boolean noteIsOld;
    private @Nullable Set<Mutation> awaited;

    private boolean isDone() {
      return crashed || left == 0;
    }

    private void move() {
      if (random.nextInt(CRASH_ONE_IN) == 0) {
        crashed = true;
        // what it sent last may arrive or not
        if (awaited != null && random.nextBoolean()) {
          inFlight.removeAll(awaited);
        }
        return;
      }
      switch (step) {
        case READ -> {
          Version known = random.nextBoolean() ? told : null;
          seen = known == null ? head : known;
          claim = ++claims;
          boolean settled = known != null || seen.number == settledVersion;
          step = settled || !has(Cure.HELP) ? WriteStep.NOTE : WriteStep.HELP;
        }
        case HELP -> {
          if (projected(seen)) {
            settle(seen);
            step = WriteStep.NOTE;
          }
        }
        case NOTE -> {
          if (has(Cure.NOTES)) {
            notes.put(claim, this);
          }
          noteIsOld = false;
          step = WriteStep.CLAIM;
        }
        case CLAIM -> {
          if (noteIsOld) {
            step = WriteStep.READ;
          } else if (head.number == seen.number || !has(Cure.CLAIM)) {
            mine = new Version(Math.max(now(), seen.number + 1), newState(), seen.movie, claim);
            head = mine;
            told = has(Cure.TOLD_WHEN_WRITTEN) ? told : mine;
            step = WriteStep.PROJECT;
          } else {
            step = WriteStep.READ;
          }
        }
        case PROJECT -> {
          if (projected(mine)) {
            told = mine;
            step = WriteStep.SETTLE;
          }
        }
        case SETTLE -> {
          settle(mine);
          left--;
          step = WriteStep.READ;
        }
      }
    }

    private long now() {
      return clock + skew;
    }

    /** Sends the rows at first; returns whether each statement has arrived at least once. */
    private boolean projected(Version version) {
      if (awaited == null) {
        awaited = send(version, now());
      }
      if (!awaited.isEmpty()) {
        return false;
      }
      awaited = null;
      return true;
    }
  }

  private ProtocolModel(long seed, Set<Cure> cures, List<LookupTable> tables) {
    this.random = new Random(seed);
    this.cures = cures;
    this.tables = tables;
    this.rows = new ReplicatedRows(tables);
  }

  /** Returns whether the lookup tables are the projection of the ledger when all has ended. */
  static boolean converges(long seed, Set<Cure> leftOut, List<LookupTable> tables) {
    Set<Cure> cures = EnumSet.allOf(Cure.class);
    cures.removeAll(leftOut);
    return new ProtocolModel(seed, cures, tables).run();
  }

  private boolean run() {
    List<Writer> writers = new ArrayList<>();
    for (int i = 0; i < WRITERS; i++) {
      writers.add(new Writer());
    }
    while (!writers.stream().allMatch(Writer::isDone)) {
      clock += random.nextInt(3);
      int choice = random.nextInt(10);
      if (choice < 4 && !inFlight.isEmpty()) {
        deliver(random.nextInt(inFlight.size()));
      } else if (choice == 4) {
        sweepOne();
      } else {
        Writer writer = writers.get(random.nextInt(WRITERS));
        if (!writer.isDone()) {
          writer.move();
        }
      }
    }
    while (!notes.isEmpty()) {
      sweepOne();
    }
    while (!inFlight.isEmpty()) {
      deliver(random.nextInt(inFlight.size()));
    }
    return rows.areThoseOf(ID, head.movie);
  }

  private boolean has(Cure cure) {
    return cures.contains(cure);
  }

  /** Sweeps in one go: the sweeper is one more helper, and helpers are interleaved already. */
  private void sweepOne() {
    if (notes.isEmpty()) {
      return;
    }
    List<Integer> claimsNoted = new ArrayList<>(notes.keySet());
    int claim = claimsNoted.get(random.nextInt(claimsNoted.size()));
    Writer writer = notes.remove(claim);
    if (writer != null && writer.claim == claim) {
      writer.noteIsOld = true;
    }
    Version version = head;
    if (version.number != settledVersion) {
      Set<Mutation> awaited = send(version, clock);
      while (!awaited.isEmpty()) {
        deliver(random.nextInt(inFlight.size()));
      }
      settle(version);
    }
  }

  private void settle(Version version) {
    settledVersion = Math.max(settledVersion, version.number);
    notes.remove(version.claim);
  }

  private Set<Mutation> send(Version version, long now) {
    long timestamp = has(Cure.VERSION_TIMESTAMP) ? version.number : now;
    RowChanges changes =
        RowChanges.between(tables, new Transition(ID, version.previous, version.movie, 1));
    Set<Mutation> awaited = new LinkedHashSet<>(); // in order: a seed must replay its schedule
    for (RowChanges.Insert insert : changes.inserts()) {
      awaited.add(new Mutation(() -> rows.insert(insert, timestamp), awaited, insert));
    }
    if (has(Cure.DELETES)) {
      for (LookupRow row : changes.deletes()) {
        awaited.add(new Mutation(() -> rows.delete(row, timestamp), awaited, row));
      }
    }
    inFlight.addAll(awaited);
    return awaited;
  }

  private void deliver(int index) {
    Mutation mutation = inFlight.get(index);
    mutation.effect.run();
    mutation.awaited.remove(mutation);
    if (random.nextInt(DUPLICATE_ONE_IN) > 0) {
      inFlight.remove(index);
    }
  }

  private @Nullable EntityState newState() {
    if (random.nextInt(5) == 0) {
      return null;
    }
    List<String> actors = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      actors.add("actor " + random.nextInt(3));
    }
    return Movies.titled("title " + random.nextInt(2))
        .releaseYear(1990 + random.nextInt(2))
        .genres("genre " + random.nextInt(2))
        .actors(actors)
        .synopsis(random.nextBoolean() ? null : "synopsis " + random.nextInt(2))
        .state();
  }
}
