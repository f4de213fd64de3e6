package dev.cinedex.ledger;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** The notes of the modelled movie. They travel as all statements do, so they may come late. */
final class ModelNotes {
  private final Random random;
  private final Map<Integer, ModelWriter> present = new HashMap<>();
  private final Set<Integer> removed = new HashSet<>();

  ModelNotes(Random random) {
    this.random = random;
  }

  boolean isEmpty() {
    return present.isEmpty();
  }

  /** Inserts a note, unless it was removed: the removal has a later timestamp. */
  void insert(int claim, ModelWriter writer) {
    if (!removed.contains(claim)) {
      present.put(claim, writer);
    }
  }

  void remove(int claim) {
    removed.add(claim);
    present.remove(claim);
  }

  /** Removes a note for the sweeper, who takes it for one whose claim cannot be sent any more. */
  void takeAny() {
    List<Map.Entry<Integer, ModelWriter>> notes = new ArrayList<>(present.entrySet());
    Map.Entry<Integer, ModelWriter> note = notes.get(random.nextInt(notes.size()));
    note.getValue().noteIsTaken(note.getKey());
    remove(note.getKey());
  }
}
