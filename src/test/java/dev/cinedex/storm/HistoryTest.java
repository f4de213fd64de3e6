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
    history.claim(movie, 25, 20); // lost
    history.claim(movie, 30, 20); // never acknowledged, but replaced by the next
    write(30, 40);

    assertThat(history.check(Map.of(movie, 40L))).isEqualTo(new History.Summary(3, 4, 4, 0, 0));
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

  private void write(long replaced, long version) {
    history.claim(movie, version, replaced);
    history.acknowledge(movie, 0, version, "");
  }

  private void assertFails(String message) {
    assertThatThrownBy(() -> history.check(Map.of(movie, 30L)))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(message);
  }
}
