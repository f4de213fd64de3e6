package dev.cinedex.ledger;

import dev.cinedex.ledger.ModelLedger.Version;
import dev.cinedex.ledger.ModelRequests.Request;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.RowChanges;
import dev.cinedex.lookup.Transition;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The six steps of a write as a model: writers of one movie are interleaved at random and crash at
 * any step. What they send to the lookup tables is delayed, duplicated, reordered, and lost with
 * its sender. Exclusive imports may precede them, and earlier writers may precede these. A seed
 * determines everything.
 */
final class ProtocolModel {
  /** Clocks are ahead of each other, or behind, by no more than twice this. */
  static final int MAX_SKEW = 20;

  private static final UUID ID = UUID.fromString("00000000-0000-4000-8000-000000000001");
  private static final int WRITERS = 3;
  private static final int WRITES = 3;
  private static final int MOST_EARLY_MOVES = 12;
  private static final int MOST_LINES = 2;
  private static final int LOST_ONE_IN = 20;

  /** The time from the last moment at which a lease is relied upon to its end. */
  static final int LEASE = 3 * MAX_SKEW;

  private final Random random;
  private final Set<Cure> cures;
  private final List<LookupTable> tables;

  private final ModelLedger ledger = new ModelLedger();
  private final ReplicatedRows rows;
  private final ModelRequests requests;
  private final ModelNotes notes;
  private final ModelStates states;
  private final List<ModelWriter> writers = new ArrayList<>();
  private int mostWrites = WRITES;
  private int arrivals = 4;
  private long clock = 1_000;
  private int claims;
  private boolean imported;

  /** The versions that their writers remember, so that a later write need not read. */
  private final List<Version> remembered = new ArrayList<>();

  private ProtocolModel(long seed, Set<Cure> cures, List<LookupTable> tables) {
    // The first numbers of a Random are alike for seeds that follow one another.
    this.random = new Random(new SplittableRandom(seed).nextLong());
    this.cures = cures;
    this.tables = tables;
    this.rows = new ReplicatedRows(tables);
    this.requests = new ModelRequests(random);
    this.notes = new ModelNotes(random);
    this.states = new ModelStates(random);
  }

  /**
   * Returns whether the lookup tables are the projection of the ledger when all has ended, and the
   * ledger has the last version that was acknowledged, or a later one.
   */
  static boolean converges(long seed, Set<Cure> leftOut, List<LookupTable> tables) {
    Set<Cure> cures = EnumSet.allOf(Cure.class);
    cures.removeAll(leftOut);
    return new ProtocolModel(seed, cures, tables).run();
  }

  private boolean run() {
    if (oneIn(2)) {
      mostWrites = 1; // later writes would repair what an import has done
      arrivals = random.nextInt(4);
      addWriters(random.nextInt(WRITERS));
      for (int moves = random.nextInt(MOST_EARLY_MOVES); moves > 0; moves--) {
        moveAWriter();
      }
      imported = true;
      boolean othersWrote = true;
      for (int imports = 1 + random.nextInt(2); imports > 0; imports--) {
        if (othersWrote) {
          writers.forEach(ModelWriter::expire); // a claim of theirs may still be sent
          clock += LEASE;
        }
        othersWrote = !runImport();
      }
    }
    arrivals = Math.max(1, arrivals);
    runWriters();
    settleWhatAnImportLeft();
    return ledger.hasWhatWasAcknowledged() && rows.areThoseOf(ID, ledger.head().movie());
  }

  /**
   * Runs an exclusive import: other writers begin when it ends, or is paused for too long.
   *
   * @return whether none has begun
   */
  private boolean runImport() {
    ModelImporter importer = new ModelImporter(this, 1 + random.nextInt(MOST_LINES));
    boolean alone = true;
    while (!importer.isDone()) {
      if (alone && (importer.isLeaseOver() || !has(Cure.EXCLUSIVE_LEASE))) {
        alone = false;
        clock += LEASE;
        addWriters(1 + random.nextInt(WRITERS));
      }
      move(importer);
    }
    clock += alone && importer.hasCrashed() && has(Cure.LEASE_EXPIRES) ? LEASE : 0;
    return alone;
  }

  private void move(ModelImporter importer) {
    boolean paused = clock < importer.pausedUntil();
    clock += random.nextInt(paused ? MAX_SKEW : 3);
    int choice = random.nextInt(10);
    if (choice < arrivals && !requests.isEmpty()) {
      requests.deliver();
    } else if (choice < 6 || paused) {
      moveAWriter();
    } else {
      importer.move();
    }
  }

  private void addWriters(int count) {
    for (int i = 0; i < count; i++) {
      writers.add(new ModelWriter(this, mostWrites));
    }
  }

  private void moveAWriter() {
    List<ModelWriter> running = writers.stream().filter(writer -> !writer.isDone()).toList();
    if (!running.isEmpty()) {
      running.get(random.nextInt(running.size())).move();
    }
  }

  private void runWriters() {
    addWriters(mostWrites == 1 ? 1 + random.nextInt(WRITERS) : WRITERS);
    while (!writers.stream().allMatch(ModelWriter::isDone)) {
      clock += random.nextInt(3);
      int choice = random.nextInt(10);
      if (choice < arrivals && !requests.isEmpty()) {
        requests.deliver();
      } else if (choice == 4) {
        sweepOne();
      } else {
        moveAWriter();
      }
    }
    do { // a note may arrive late
      while (!notes.isEmpty()) {
        sweepOne();
      }
      requests.deliverAll();
    } while (!notes.isEmpty());
  }

  /** Settles the version of an import that was killed, as an import of the same file does. */
  private void settleWhatAnImportLeft() {
    Version head = ledger.head();
    if (imported && !ledger.isSettled(head)) {
      send(head, clock);
      requests.deliverAll();
    }
  }

  boolean has(Cure cure) {
    return cures.contains(cure);
  }

  long randomTime(int bound) {
    return random.nextInt(bound);
  }

  boolean oneIn(int bound) {
    return random.nextInt(bound) == 0;
  }

  long newSkew() {
    return random.nextLong(2 * MAX_SKEW) - MAX_SKEW;
  }

  int newClaim() {
    return ++claims;
  }

  long clock() {
    return clock;
  }

  ModelLedger ledger() {
    return ledger;
  }

  ModelRequests requests() {
    return requests;
  }

  /** Returns a version that is remembered, however old it is; null when there is none. */
  @Nullable Version remembered() {
    return remembered.isEmpty() ? null : remembered.get(random.nextInt(remembered.size()));
  }

  void remember(Version version) {
    remembered.add(version);
  }

  /** Sends a note. */
  Request note(int claim, ModelWriter writer) {
    return requests.send(List.of(() -> notes.insert(claim, writer)));
  }

  boolean hasNotes() {
    return !notes.isEmpty();
  }

  int newClaimOfInsert() {
    return -newClaim();
  }

  /** Confirms a version that was inserted without a claim; returns whether it is the head still. */
  boolean confirm(Version version) {
    return !has(Cure.CONFIRMATION)
        || !version.isUnclaimed()
        || ledger.claim(version.claimed(), version, timeOfNode());
  }

  /** Returns the time of the node that coordinates a claim. */
  long timeOfNode() {
    return clock + newSkew();
  }

  /** Sweeps in one go: the sweeper is one more helper, and helpers are interleaved already. */
  private void sweepOne() {
    if (notes.isEmpty()) {
      return;
    }
    notes.takeAny();
    Version version = ledger.head();
    if (!ledger.isSettled(version) && confirm(version)) {
      requests.deliverUntil(send(version, clock));
      settle(version);
    }
  }

  /**
   * Sends the mark of a version whose rows are written, and the removal of its note. They may come
   * in any order, though a writer of the service sends the removal after the mark.
   */
  void settle(Version version) {
    sendOrLose(() -> ledger.settle(version));
    sendOrLose(() -> notes.remove(version.claim()));
  }

  /** Sends what nobody waits for. */
  private void sendOrLose(Runnable effect) {
    if (!oneIn(LOST_ONE_IN)) {
      requests.send(List.of(effect));
    }
  }

  /** Sends the lookup rows of a version. */
  Request send(Version version, long now) {
    long timestamp = has(Cure.VERSION_TIMESTAMP) ? version.number() : now;
    RowChanges changes =
        RowChanges.between(tables, new Transition(ID, version.previous(), version.movie(), 1));
    List<Runnable> effects = new ArrayList<>();
    for (RowChanges.Insert insert : changes.inserts()) {
      effects.add(() -> rows.insert(insert, timestamp));
    }
    if (has(Cure.DELETES)) {
      for (LookupRow row : changes.deletes()) {
        effects.add(() -> rows.delete(row, timestamp));
      }
    }
    if (!has(Cure.MARKED_WHEN_WRITTEN)) {
      effects.add(() -> ledger.settle(version));
    }
    return requests.send(effects);
  }

  /** Makes a version with a random state that follows another one. */
  Version newVersion(Version before, long now, int claim) {
    return new Version(Math.max(now, before.number() + 1), states.next(), before.movie(), claim);
  }
}
