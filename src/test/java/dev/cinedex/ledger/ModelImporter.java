package dev.cinedex.ledger;

import dev.cinedex.ledger.ModelLedger.Version;
import dev.cinedex.ledger.ModelRequests.Request;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An exclusive import in the model: it writes the first version of the movie without a claim, and
 * later ones as a writer does. It ends, crashes, or is paused until its lease has expired.
 */
final class ModelImporter {
  private static final int CRASH_ONE_IN = 25;
  private static final int PAUSE_ONE_IN = 10;
  private static final int LONGEST_PAUSE = 20 * ProtocolModel.MAX_SKEW;

  /** The time between a version and the timestamp of its row; clocks differ by less. */
  private static final long BEFORE = 4 * ProtocolModel.MAX_SKEW;

  private enum Step {
    READ,
    CHECK_LEASE,
    INSERT,
    CHECK_LEASE_AGAIN,
    PROJECT,
    SETTLE
  }

  private final ProtocolModel model;
  private final long skew;
  private final boolean noted;
  private ModelWriter usual;
  private int left;
  private boolean crashed;
  private boolean leaseOver;
  private long pausedUntil;
  private Step step = Step.READ;
  private Version mine;
  private @Nullable Request sent;

  /**
   * @param lines the number of the movie's lines in the file
   */
  ModelImporter(ProtocolModel model, int lines) {
    this.model = model;
    this.skew = model.newSkew();
    this.noted = model.hasNotes();
    this.usual = new ModelWriter(model, 1);
    this.left = lines;
    this.mine = model.ledger().head();
  }

  boolean isDone() {
    return crashed || left == 0;
  }

  boolean hasCrashed() {
    return crashed;
  }

  boolean isLeaseOver() {
    return leaseOver;
  }

  long pausedUntil() {
    return pausedUntil;
  }

  /** Takes the next step, is paused, or crashes. */
  void move() {
    if (model.oneIn(CRASH_ONE_IN)) {
      crash();
    } else if (model.oneIn(PAUSE_ONE_IN)) {
      leaseOver = true;
      pausedUntil = model.clock() + ProtocolModel.LEASE + model.randomTime(LONGEST_PAUSE);
    } else {
      take();
    }
  }

  private void crash() {
    crashed = true;
    if (sent != null && model.oneIn(4)) {
      model.requests().lose(sent);
    }
  }

  private void take() {
    boolean headFirst = model.has(Cure.HEAD_FIRST);
    switch (step) {
      case READ -> read();
      case CHECK_LEASE -> check(headFirst ? Step.INSERT : Step.PROJECT);
      case INSERT -> {
        if (inserted()) {
          step = headFirst ? Step.CHECK_LEASE_AGAIN : Step.SETTLE;
        }
      }
      case CHECK_LEASE_AGAIN -> {
        if (model.has(Cure.LEASE_CHECKED_AGAIN)) {
          check(Step.PROJECT);
        } else {
          step = Step.PROJECT;
        }
      }
      case PROJECT -> {
        if (projected()) {
          step = headFirst ? Step.SETTLE : Step.INSERT;
        }
      }
      case SETTLE -> {
        model.ledger().acknowledge(mine);
        model.settle(mine);
        nextLine();
      }
    }
  }

  private void check(Step next) {
    crashed |= leaseOver;
    step = next;
  }

  private void read() {
    Version head = model.ledger().head();
    if (head.number() > 0 || (noted && model.has(Cure.SIX_STEPS_WHEN_NOTED))) {
      usual.move();
      if (usual.isDone()) {
        nextLine();
      }
    } else {
      mine = newVersion();
      step = Step.CHECK_LEASE;
    }
  }

  private Version newVersion() {
    long now = model.clock() + skew;
    return model.newVersion(ModelLedger.ABSENT, now, model.newClaimOfInsert());
  }

  private void nextLine() {
    left--;
    usual = new ModelWriter(model, 1);
    step = Step.READ;
  }

  private boolean inserted() {
    if (sent == null && !model.has(Cure.VERSION_BEFORE_CHECK)) {
      mine = newVersion();
    }
    Version version = mine;
    long timestamp = version.number() - (model.has(Cure.HEAD_WRITTEN_BEFORE) ? BEFORE : 0);
    return answered(
        () -> model.requests().send(List.of(() -> model.ledger().write(version, timestamp))));
  }

  private boolean projected() {
    return answered(() -> model.send(mine, model.clock() + skew));
  }

  private boolean answered(Supplier<Request> sending) {
    if (sent == null) {
      sent = sending.get();
    }
    if (!sent.isAnswered()) {
      return false;
    }
    sent = null;
    return true;
  }
}
