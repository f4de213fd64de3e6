package dev.cinedex.ledger;

import dev.cinedex.ledger.ModelLedger.Version;
import dev.cinedex.ledger.ModelRequests.Request;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A writer of the model: it takes the six steps, one at each move, and may crash at any of them.
 */
final class ModelWriter {
  private static final int CRASH_ONE_IN = 25;

  private final ProtocolModel model;
  private final long skew;
  private int left;
  private boolean crashed;
  private boolean expired;
  private WriteStep step = WriteStep.READ;
  private Version seen;
  private Version mine;
  private int claim;
  private boolean noteIsOld;
  private @Nullable Request note;
  private @Nullable Request sent;

  /**
   * @param writes the number of its writes
   */
  ModelWriter(ProtocolModel model, int writes) {
    this.model = model;
    this.skew = model.newSkew();
    this.left = writes;
    this.seen = model.ledger().head();
    this.mine = seen;
  }

  boolean isDone() {
    return crashed || left == 0;
  }

  /** Takes the next step, or crashes. */
  void move() {
    if (model.oneIn(CRASH_ONE_IN)) {
      crash();
      return;
    }
    switch (step) {
      case READ -> read();
      case HELP -> help();
      case NOTE -> note();
      case CLAIM -> claim();
      case PROJECT -> project();
      case SETTLE -> settle();
    }
  }

  private void crash() {
    crashed = true;
    // what it sent last may arrive or not
    if (sent != null && model.oneIn(2)) {
      model.requests().lose(sent);
    }
    if (note != null && model.oneIn(2)) {
      model.requests().lose(note);
    }
  }

  /**
   * Pauses the writer for so long that its lease expires. It has checked its time and its lease
   * before it sends a claim, so only that claim may still be sent.
   */
  void expire() {
    expired = true;
    crashed |= step != WriteStep.CLAIM;
  }

  private void read() {
    Version known = model.oneIn(2) ? model.remembered() : null;
    seen = known == null ? model.ledger().head() : known;
    claim = model.newClaim();
    note = null;
    boolean settled = known != null || model.ledger().isSettled(seen);
    step = settled || !model.has(Cure.HELP) ? WriteStep.NOTE : WriteStep.HELP;
  }

  private void help() {
    if (sent == null && !model.confirm(seen)) {
      step = WriteStep.READ;
    } else if (projected(seen)) {
      model.settle(seen);
      step = WriteStep.NOTE;
    }
  }

  private void note() {
    if (note == null) {
      note = model.has(Cure.NOTES) ? model.note(claim, this) : model.requests().send(List.of());
      noteIsOld = false;
    }
    if (note.isAnswered() || !model.has(Cure.NOTE_ACKNOWLEDGED)) {
      step = WriteStep.CLAIM;
    }
  }

  /** A sweeper takes a note only when its claim cannot be sent any more. */
  void noteIsTaken(int noted) {
    noteIsOld |= noted == claim;
  }

  private void claim() {
    if (noteIsOld) {
      step = WriteStep.READ;
    } else {
      mine = model.newVersion(seen, now(), claim);
      Version expected = model.has(Cure.CLAIM) ? seen : model.ledger().head();
      boolean won = model.ledger().claim(mine, expected, model.timeOfNode());
      step = won ? WriteStep.PROJECT : WriteStep.READ;
      if (won && !model.has(Cure.REMEMBERED_WHEN_WRITTEN)) {
        model.remember(mine);
      }
    }
    crashed |= expired;
  }

  private void project() {
    if (projected(mine)) {
      model.remember(mine);
      step = WriteStep.SETTLE;
    }
  }

  private void settle() {
    model.ledger().acknowledge(mine);
    model.settle(mine);
    left--;
    step = WriteStep.READ;
  }

  private long now() {
    return model.clock() + skew;
  }

  /** Sends the rows at first; returns whether each statement has arrived at least once. */
  private boolean projected(Version version) {
    if (sent == null) {
      sent = model.send(version, now());
    }
    if (!sent.isAnswered()) {
      return false;
    }
    sent = null;
    return true;
  }
}
