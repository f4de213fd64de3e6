package dev.cinedex.storm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What the clients were answered, and which claims the services sent: enough to rebuild each
 * movie's chain of versions, of which the ledger itself keeps the last link only.
 */
final class History {
  private final Queue<Write> acknowledged = new ConcurrentLinkedQueue<>();
  private final AtomicInteger count = new AtomicInteger();

  /** What was read at a version. */
  private final Queue<Write> read = new ConcurrentLinkedQueue<>();

  /**
   * Movie → version → the version that was decided on before it: the head, or the version of an
   * earlier writer of the same group. Only the last version of a group is claimed, and the claim
   * may have lost.
   */
  private final Map<UUID, Map<Long, Long>> decisions = new ConcurrentHashMap<>();

  /** Movie → the versions that claims were to replace: each was read, so it was a head. */
  private final Map<UUID, Set<Long>> heads = new ConcurrentHashMap<>();

  /**
   * A write that was answered as done.
   *
   * @param expected the version it named in If-Match; 0 for none
   * @param body of the answer: the movie at that version; empty when it is deleted
   */
  record Write(UUID movie, long expected, long version, String body) {}

  /**
   * @param acknowledged writes answered as done
   * @param accepted versions known to have been heads
   * @param linked accepted versions whose predecessor is known, too
   * @param conditional acknowledged writes that named a version in If-Match
   * @param compared reads of a version whose write was acknowledged
   */
  record Summary(int acknowledged, int accepted, int linked, int conditional, int compared) {}

  void acknowledge(UUID movie, long expected, long version, String body) {
    acknowledged.add(new Write(movie, expected, version, body));
    count.incrementAndGet();
  }

  void read(UUID movie, long version, String body) {
    read.add(new Write(movie, 0, version, body));
  }

  void decide(UUID movie, long version, long before) {
    decisions.computeIfAbsent(movie, id -> new ConcurrentHashMap<>()).put(version, before);
  }

  void claim(UUID movie, long replaced) {
    heads.computeIfAbsent(movie, id -> ConcurrentHashMap.newKeySet()).add(replaced);
  }

  int acknowledged() {
    return count.get();
  }

  /**
   * Fails when two writes got the same version, when an acknowledged version is not in its movie's
   * chain, when the chain forks, or when something else was read than was written.
   *
   * @param last the ledger's last version of each movie; 0 for none
   */
  Summary check(Map<UUID, Long> last) {
    Map<UUID, Map<Long, Write>> writes = new TreeMap<>();
    for (Write write : acknowledged) {
      Write twin =
          writes.computeIfAbsent(write.movie, id -> new TreeMap<>()).put(write.version, write);
      assertThat(twin).as("has the same version as %s", write).isNull();
    }
    int accepted = 0;
    int linked = 0;
    for (Map.Entry<UUID, Long> head : last.entrySet()) {
      UUID movie = head.getKey();
      Map<Long, Long> replaced = new TreeMap<>(decisions.getOrDefault(movie, Map.of()));
      Collection<Write> own = writes.getOrDefault(movie, Map.of()).values();
      for (Write write : own) {
        if (write.expected > 0) {
          Long claimed = replaced.put(write.version, write.expected);
          assertThat(claimed).as("replaced by %s", write).isIn(null, write.expected);
        }
      }
      NavigableSet<Long> chain = new TreeSet<>(heads.getOrDefault(movie, Set.of()));
      own.forEach(write -> chain.add(write.version));
      chain.add(head.getValue());
      addPredecessors(chain, replaced);
      chain.remove(0L);
      assertThat(chain.isEmpty() ? 0L : chain.last())
          .as("the head of movie %s is its last version", movie)
          .isEqualTo(head.getValue());
      for (long version : chain) {
        Long before = replaced.get(version);
        if (before != null) {
          linked++;
          Long lower = chain.lower(version);
          assertThat(before)
              .as("what version %d of movie %s replaced: what came before it", version, movie)
              .isEqualTo(lower == null ? 0L : lower);
        }
      }
      accepted += chain.size();
    }
    int conditional = (int) acknowledged.stream().filter(write -> write.expected > 0).count();
    return new Summary(count.get(), accepted, linked, conditional, compare(writes));
  }

  /** A version that was accepted was decided on after one that was accepted, maybe with it. */
  private static void addPredecessors(Set<Long> chain, Map<Long, Long> before) {
    for (Long version : List.copyOf(chain)) {
      Long earlier = before.get(version);
      while (earlier != null && chain.add(earlier)) {
        earlier = before.get(earlier);
      }
    }
  }

  private int compare(Map<UUID, Map<Long, Write>> writes) {
    int compared = 0;
    for (Write each : read) {
      Write write = writes.getOrDefault(each.movie, Map.of()).get(each.version);
      if (write != null) {
        assertThat(each.body)
            .as("read of movie %s at version %d", each.movie, each.version)
            .isEqualTo(write.body);
        compared++;
      }
    }
    return compared;
  }
}
