package dev.cinedex.ledger;

import org.jspecify.annotations.Nullable;

/**
 * A head, and what a change decided about it.
 *
 * @param decision null when the change refused
 * @param refusal null when the change decided
 */
record Attempt(Head head, @Nullable Decision decision, @Nullable RuntimeException refusal) {

  static Attempt of(Change change, Head head) {
    try {
      return new Attempt(head, change.decide(head), null);
    } catch (RuntimeException e) { // whatever a change throws is its refusal
      return new Attempt(head, null, e);
    }
  }

  /** Returns whether a claim follows; it then tells whether the head was the last version. */
  boolean claims() {
    return decision != null && !decision.keeps(head);
  }

  /** Returns the decision, or throws what the change refused with. */
  Decision requireDecision() {
    if (decision == null) {
      throw refusal == null ? new IllegalStateException("Neither decided nor refused") : refusal;
    }
    return decision;
  }
}
