package dev.cinedex.storm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The storm's judge must see what it is there to see. */
class HistoryTest {
  private final UUID movie = UUID.randomUUID();
  private final History history = new History();

  @Test
  void aWholeChainIsAccepted() {
    write(0, 10);
    write(10, 20);
    decideAndClaim(20, 25); // lost
    decideAndClaim(20, 30); // never acknowledged, but replaced by the next
    write(30, 40);

    assertThat(history.check(Map.of(movie, 40L))).isEqualTo(new History.Summary(3, 4, 4, 0, 0));
  }

  @Test
  void theVersionsOfAGroupFollowEachOtherAndThoseOfAGroupThatLostAreNone() {
    write(0, 10);
    history.decide(movie, 20, 10);
    history.decide(movie, 21, 20);
    history.claim(movie, 10); // for both, and it lost
    history.decide(movie, 25, 10);
    history.decide(movie, 26, 25);
    history.claim(movie, 10); // for both, and it won; the first one's answer was lost
    history.acknowledge(movie, 0, 26, "");

    assertThat(history.check(Map.of(movie, 26L))).isEqualTo(new History.Summary(2, 3, 3, 0, 0));
  }

  @Test
  void aGroupThatDidNotSeeAWriteHasLostIt() {
    write(0, 10);
    write(10, 20);
    history.decide(movie, 29, 10);
    history.decide(movie, 30, 29);
    history.claim(movie, 10);
    history.acknowledge(movie, 10, 29, "");
    history.acknowledge(movie, 0, 30, "");

    assertFails("version 29");
  }

  @Test
  void aWriteThatTheNextOneDidNotSeeIsLost() {
    write(0, 10);
    write(10, 20);
    write(10, 30);

    assertFails("version 30");
  }

  @Test
  void aWriteAfterTheHeadIsLost() {
    write(0, 10);
    write(10, 40);

    assertFails("head");
  }

  @Test
  void aVersionThatTwoWritesGotIsSeen() {
    write(0, 30);
    history.acknowledge(movie, 0, 30, "");

    assertFails("same version");
  }

  @Test
  void aLostWriteIsSeenThroughItsIfMatchToo() {
    history.acknowledge(movie, 0, 10, "");
    history.acknowledge(movie, 0, 20, "");
    history.acknowledge(movie, 10, 30, "");

    assertFails("version 30");
  }

  @Test
  void aWriteThatWasMixedWithAnotherIsSeen() {
    write(0, 20);
    history.acknowledge(movie, 20, 30, "mine");
    history.read(movie, 30, "mine");
    assertThat(history.check(Map.of(movie, 30L))).isEqualTo(new History.Summary(2, 2, 2, 1, 1));

    history.read(movie, 30, "half mine");
    assertFails("version 30");
  }

  private void decideAndClaim(long replaced, long version) {
    history.decide(movie, version, replaced);
    history.claim(movie, replaced);
  }

  private void write(long replaced, long version) {
    decideAndClaim(replaced, version);
    history.acknowledge(movie, 0, version, "");
  }

  private void assertFails(String message) {
    assertThatThrownBy(() -> history.check(Map.of(movie, 30L)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(message);
  }
}
