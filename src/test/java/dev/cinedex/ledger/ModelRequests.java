package dev.cinedex.ledger;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** The statements on their way to a replica: they arrive in any order, some of them repeatedly. */
final class ModelRequests {
  private static final int DUPLICATE_ONE_IN = 3;

  private final Random random;
  private final List<Mutation> inFlight = new ArrayList<>();

  ModelRequests(Random random) {
    this.random = random;
  }

  /** A statement, with those of the same request that have not arrived. */
  private record Mutation(Runnable effect, Request request) {
    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  /** Some statements that a process has sent, and waits for. */
  static final class Request {
    // In order: a seed must replay its schedule.
    private final Set<Mutation> awaited = new LinkedHashSet<>();

    /** Returns whether each statement has arrived at least once. */
    boolean isAnswered() {
      return awaited.isEmpty();
    }
  }

  Request send(Collection<Runnable> effects) {
    Request request = new Request();
    effects.forEach(effect -> request.awaited.add(new Mutation(effect, request)));
    inFlight.addAll(request.awaited);
    return request;
  }

  boolean isEmpty() {
    return inFlight.isEmpty();
  }

  /** Lets one statement arrive. */
  void deliver() {
    int index = random.nextInt(inFlight.size());
    Mutation mutation = inFlight.get(index);
    mutation.effect.run();
    mutation.request.awaited.remove(mutation);
    if (random.nextInt(DUPLICATE_ONE_IN) > 0) {
      inFlight.remove(index);
    }
  }

  void deliverAll() {
    while (!isEmpty()) {
      deliver();
    }
  }

  void deliverUntil(Request request) {
    while (!request.isAnswered()) {
      deliver();
    }
  }

  /** Loses with a process what it sent last; what has arrived may still arrive again. */
  void lose(Request request) {
    inFlight.removeAll(request.awaited);
  }
}
