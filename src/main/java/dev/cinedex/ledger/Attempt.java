package dev.cinedex.ledger;

import dev.cinedex.ledger.WriteGroups.Member;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * What the changes of a group decide about a head, one after the other: each of them sees the
 * version of the one before. Only the last version is claimed.
 */
final class Attempt {
  private final Head head;
  private final Head last;
  private final List<Answer> answers;

  private Attempt(Head head, Head last, List<Answer> answers) {
    this.head = head;
    this.last = last;
    this.answers = answers;
  }

  /**
   * What a member gets if the claim wins.
   *
   * @param refusal null when its change decided
   */
  private record Answer(
      Member member, Head head, Effect effect, @Nullable RuntimeException refusal) {}

  /**
   * Lets the members decide.
   *
   * @param version makes the version of a decision that replaces a head, or refuses by throwing
   */
  static Attempt of(List<Member> members, Head head, BiFunction<Head, Decision, Head> version) {
    List<Answer> answers = new ArrayList<>(members.size());
    Head last = head;
    for (Member member : members) {
      try {
        Decision decision = member.change().decide(last);
        Effect effect = Effect.UNCHANGED;
        if (!decision.keeps(last)) {
          last = version.apply(last, decision);
          effect = last.previous() == null ? Effect.CREATED : Effect.CHANGED;
        }
        answers.add(new Answer(member, last, effect, null));
      } catch (RuntimeException e) { // whatever a change throws is its refusal
        answers.add(new Answer(member, last, Effect.UNCHANGED, e));
      }
    }
    return new Attempt(head, last, answers);
  }

  /** Returns the head that the first of the changes saw. */
  Head head() {
    return head;
  }

  /** Returns whether a claim follows; it then tells whether the head was the last version. */
  boolean claims() {
    return last.version() != head.version();
  }

  /** Returns the version to claim in place of the head. */
  Head next() {
    return last.inPlaceOf(head);
  }

  /**
   * Answers every member.
   *
   * @param projected whether all lookup rows are acknowledged
   */
  void answer(boolean projected) {
    for (Answer answer : answers) {
      if (answer.refusal() == null) {
        answer.member().written(new Written(answer.head(), answer.effect(), projected));
      } else {
        answer.member().failed(answer.refusal());
      }
    }
  }
}
