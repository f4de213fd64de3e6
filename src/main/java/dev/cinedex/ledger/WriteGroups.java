package dev.cinedex.ledger;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Lets the writers of one entity in this process write together: while one of them writes, the
 * others wait, and then one writes for all who wait. A claim that competes with another one costs
 * as much as a claim that wins. Writers of other processes compete as before.
 */
final class WriteGroups {
  /** The most writers of a group. */
  static final int LARGEST = 64;

  private final Map<UUID, Line> lines = new ConcurrentHashMap<>();

  /** One writer: what it wants, and what became of it. */
  static final class Member {
    private final Change change;
    private boolean taken; // by the line's lock, as the following ones
    private @Nullable Written written;
    private @Nullable RuntimeException failure;

    Member(Change change) {
      this.change = change;
    }

    Change change() {
      return change;
    }

    /** Is called by whoever writes for the group. */
    void written(Written outcome) {
      written = outcome;
    }

    /** Is called by whoever writes for the group. */
    void failed(RuntimeException outcome) {
      failure = outcome;
    }

    private boolean hasOutcome() {
      return written != null || failure != null;
    }

    /** Returns the outcome; null when there is none. */
    private @Nullable Written outcome() {
      if (failure != null) {
        throw failure;
      }
      return written;
    }
  }

  /** The writers of one entity. */
  private static final class Line {
    private final List<Member> waiting = new ArrayList<>();
    private int writers; // with the map's lock on the entity; the following ones with the line's
    private boolean writing;

    /**
     * Waits until the member leads a group, or another one has written for it.
     *
     * @return the group that the member writes for, in the order in which they came; null when it
     *     has an outcome, or when its time is over and nobody has taken it
     */
    synchronized @Nullable List<Member> await(Member member, long millis)
        throws InterruptedException {
      long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
      waiting.add(member);
      try {
        while (!member.hasOutcome() && (writing || member != waiting.get(0))) {
          long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
          if (left <= 0 && !member.taken) {
            return null;
          }
          wait(member.taken ? 0 : left); // who has taken it gives it an outcome
        }
        return member.hasOutcome() ? null : take();
      } finally {
        waiting.remove(member);
        notifyAll(); // another one may be the first now
      }
    }

    private List<Member> take() {
      List<Member> members = List.copyOf(waiting.subList(0, Math.min(LARGEST, waiting.size())));
      members.forEach(member -> member.taken = true);
      waiting.removeAll(members);
      writing = true;
      return members;
    }

    /** Ends a group whose members have their outcomes. */
    synchronized void end() {
      writing = false;
      notifyAll();
    }
  }

  /**
   * Writes a change, alone or with those of other writers.
   *
   * @param millis the longest time for which the writer waits until somebody writes for it
   * @param work gives each member of a group its outcome. What it throws is the outcome of those
   *     that have none
   * @return null when the time was over; nothing was written
   * @throws IllegalStateException when the thread is interrupted
   */
  @Nullable Written write(UUID entityId, Change change, long millis, Consumer<List<Member>> work) {
    Line line = enter(entityId);
    Member member = new Member(change);
    try {
      List<Member> group = line.await(member, millis);
      if (group != null) {
        write(line, group, work);
      }
      return member.outcome();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while other writers wrote " + entityId, e);
    } finally {
      leave(entityId);
    }
  }

  private static void write(Line line, List<Member> group, Consumer<List<Member>> work) {
    RuntimeException failure = null;
    try {
      work.accept(group);
    } catch (RuntimeException e) {
      failure = e;
    } finally {
      for (Member member : group) {
        if (!member.hasOutcome()) {
          member.failed(failure == null ? withoutOutcome() : failure);
        }
      }
      line.end();
    }
  }

  private static RuntimeException withoutOutcome() {
    return new IllegalStateException("The writer of the group ended without an outcome");
  }

  private Line enter(UUID entityId) {
    return lines.compute(
        entityId,
        (id, present) -> {
          Line line = present == null ? new Line() : present;
          line.writers++;
          return line;
        });
  }

  /** Forgets the entity with its last writer. */
  private void leave(UUID entityId) {
    lines.computeIfPresent(entityId, (id, line) -> --line.writers == 0 ? null : line);
  }
}
