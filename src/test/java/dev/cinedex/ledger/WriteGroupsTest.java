package dev.cinedex.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cinedex.ledger.WriteGroups.Member;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WriteGroupsTest {
  private static final long LONG = TimeUnit.SECONDS.toMillis(30);

  private final UUID id = UUID.randomUUID();
  private final WriteGroups groups = new WriteGroups();
  private final ExecutorService writers = Executors.newCachedThreadPool();
  private final List<Integer> sizes = Collections.synchronizedList(new ArrayList<>());
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch end = new CountDownLatch(1);

  @AfterEach
  void stop() {
    writers.shutdownNow();
  }

  @Test
  void whoeverWaitsIsWrittenTogether() throws Exception {
    Future<Written> first = writers.submit(() -> write(id, LONG, this::writesSlowly));
    begun.await();
    List<Future<Written>> others = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      others.add(writers.submit(() -> write(id, LONG, this::writes)));
    }
    awaitThreads(10);
    end.countDown();

    assertThat(first.get().effect()).isEqualTo(Effect.CHANGED);
    for (Future<Written> other : others) {
      assertThat(other.get().effect()).isEqualTo(Effect.CHANGED);
    }
    assertThat(sizes).startsWith(1);
    assertThat(sizes.stream().mapToInt(size -> size).sum()).isEqualTo(11);
    assertThat(sizes.size()).isLessThan(11);
  }

  @Test
  void aGroupHasAtMostSixtyFourWriters() throws Exception {
    Future<Written> first = writers.submit(() -> write(id, LONG, this::writesSlowly));
    begun.await();
    List<Future<Written>> others = new ArrayList<>();
    for (int i = 0; i < 2 * WriteGroups.LARGEST; i++) {
      others.add(writers.submit(() -> write(id, LONG, this::writes)));
    }
    awaitThreads(others.size());
    end.countDown();

    first.get();
    for (Future<Written> other : others) {
      other.get();
    }
    assertThat(sizes).allMatch(size -> size <= WriteGroups.LARGEST);
    assertThat(sizes.stream().mapToInt(size -> size).sum()).isEqualTo(1 + others.size());
  }

  @Test
  void writersOfOtherEntitiesDoNotWait() throws Exception {
    Future<Written> first = writers.submit(() -> write(id, LONG, this::writesSlowly));
    begun.await();

    assertThat(write(UUID.randomUUID(), LONG, this::writes)).isNotNull();
    end.countDown();
    first.get();
  }

  @Test
  void whoIsNotTakenInTimeHasWrittenNothing() throws Exception {
    Future<Written> first = writers.submit(() -> write(id, LONG, this::writesSlowly));
    begun.await();

    assertThat(write(id, 20, this::writes)).isNull();
    end.countDown();
    assertThat(first.get()).isNotNull();
    assertThat(sizes).containsExactly(1);
  }

  @Test
  void whatTheWorkThrowsIsTheOutcomeOfAll() throws Exception {
    Future<Written> first = writers.submit(() -> write(id, LONG, this::writesSlowly));
    begun.await();
    Consumer<List<Member>> fails =
        group -> {
          throw new IllegalArgumentException("no");
        };
    Future<Written> second = writers.submit(() -> write(id, LONG, fails));
    Future<Written> third = writers.submit(() -> write(id, LONG, fails));
    awaitThreads(2);
    end.countDown();

    first.get();
    assertThatThrownBy(second::get).hasCauseInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(third::get).hasCauseInstanceOf(IllegalArgumentException.class);
    assertThat(write(id, LONG, this::writes)).isNotNull();
  }

  @Test
  void anErrorLeavesNobodyWaiting() {
    Consumer<List<Member>> dies =
        group -> {
          throw new AssertionError("died");
        };

    assertThatThrownBy(() -> write(id, LONG, dies)).isInstanceOf(AssertionError.class);
    assertThat(write(id, LONG, this::writes)).isNotNull();
  }

  private @Nullable Written write(UUID entity, long millis, Consumer<List<Member>> work) {
    return groups.write(entity, Decision::keep, millis, work);
  }

  private void writesSlowly(List<Member> group) {
    begun.countDown();
    try {
      end.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    writes(group);
  }

  private void writes(List<Member> group) {
    sizes.add(group.size());
    for (Member member : group) {
      member.written(new Written(head(1), Effect.CHANGED, true));
    }
  }

  private Head head(long version) {
    return new Head(id, version, null, null, null, null, true);
  }

  /** Waits until so many threads wait for a group. */
  private static void awaitThreads(int count) throws InterruptedException {
    while (Thread.getAllStackTraces().entrySet().stream()
            .filter(thread -> thread.getKey().getState() == Thread.State.TIMED_WAITING)
            .filter(thread -> isInGroups(thread.getValue()))
            .count()
        < count) {
      Thread.sleep(5);
    }
  }

  private static boolean isInGroups(StackTraceElement[] stack) {
    return Arrays.stream(stack)
        .anyMatch(frame -> frame.getClassName().startsWith(WriteGroups.class.getName() + "$"));
  }
}
