package dev.cinedex.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cinedex.errors.StartupException;
import dev.cinedex.testing.CapturedLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FollowedStoresTest {
  private final Instant end = Instant.parse("2030-01-01T00:00:00Z");

  @TempDir private Path directory;
  private StoreFile store;
  private String reason = "";
  private int readings;

  @BeforeEach
  void makeFiles() throws IOException {
    store =
        new StoreFile(
            "keyStorePath",
            Files.writeString(directory.resolve("store"), "a"),
            Files.writeString(directory.resolve("password"), "b"));
  }

  private FollowedStores<Expiring> follow() {
    return new FollowedStores<>("The store", List.of(store), this::read);
  }

  private Expiring read() {
    readings++;
    if (!reason.isEmpty()) {
      throw new StartupException(reason);
    }
    return () -> end;
  }

  @Test
  void aStoreIsReadAgainWhenOneOfItsFilesChanges() throws IOException {
    FollowedStores<Expiring> followed = follow();
    Expiring first = followed.content();

    followed.follow();
    assertThat(readings).isEqualTo(1);
    assertThat(followed.content()).isSameAs(first);

    Files.writeString(store.file(), "ab");
    followed.follow();
    assertThat(readings).isEqualTo(2);
    assertThat(followed.content()).isNotSameAs(first);

    Files.delete(store.passwordFile());
    followed.follow();
    assertThat(readings).isEqualTo(3);
  }

  @Test
  void aReadingThatFailedForAPassingReasonIsTriedAgainWithoutAChange() throws IOException {
    FollowedStores<Expiring> followed = follow();
    Expiring first = followed.content();
    reason = "too many open files";
    Files.writeString(store.file(), "ab");
    followed.follow();
    assertThat(followed.areCurrent()).isFalse();
    assertThat(followed.content()).isSameAs(first);

    reason = "";
    followed.follow();

    assertThat(followed.areCurrent()).isTrue();
    assertThat(followed.content()).isNotSameAs(first);
  }

  @Test
  void theLogHasEachReasonOnce() throws IOException {
    FollowedStores<Expiring> followed = follow();
    Files.writeString(store.file(), "ab");

    try (CapturedLog log = new CapturedLog(FollowedFile.class)) {
      for (String each : List.of("no file", "no file", "no key", "")) {
        reason = each;
        followed.follow();
      }

      assertThat(log.messages())
          .containsExactly(
              "What was read last stays valid. no file",
              "What was read last stays valid. no key",
              "The store can be read again");
    }
  }

  @Test
  void withoutAStoreNothingExpires() {
    assertThat(follow().expiry()).contains(end);
    assertThat(new FollowedStores<>("None", List.of(), this::read).expiry()).isEmpty();
  }

  @Test
  void aStoreThatCannotBeUsedAtFirstIsRefused() {
    reason = "no file";

    assertThatThrownBy(this::follow).isInstanceOf(StartupException.class).hasMessage("no file");
  }
}
