package dev.cinedex.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cinedex.cassandra.Certificates;
import dev.cinedex.errors.StartupException;
import dev.cinedex.testing.CapturedLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FollowedStoresTest {
  @TempDir private static Path made;
  private static Path keys;

  @TempDir private Path directory;
  private Certificates certificates;
  private StoreFile store;
  private @Nullable RuntimeException failure;
  private int readings;

  @BeforeAll
  static void makeStore() throws Exception {
    keys = new Certificates(made).keyStore("keys", "dns:localhost", "-1d", 100);
  }

  @BeforeEach
  void copyStore() throws IOException {
    certificates = new Certificates(directory);
    store =
        storeFile(
            Files.copy(keys, directory.resolve("keys.p12"), StandardCopyOption.COPY_ATTRIBUTES));
  }

  private StoreFile storeFile(Path file) throws IOException {
    return new StoreFile("keyStorePath", file, certificates.passwordFile());
  }

  private FollowedStores<Object> follow() {
    return new FollowedStores<>("The store", Optional.of(store), Optional.empty(), this::make);
  }

  private Object make(Optional<OpenStore> keys, Optional<OpenStore> authorities) {
    readings++;
    if (failure != null) {
      throw failure;
    }
    return new Object();
  }

  /** Changes the stamp of the store, and not what is in it. */
  private void touch() throws IOException {
    Files.setPosixFilePermissions(store.file(), PosixFilePermissions.fromString("r--------"));
  }

  @Test
  void aStoreIsReadAgainWhenOneOfItsFilesChanges() throws IOException {
    FollowedStores<Object> followed = follow();
    Object first = followed.content();

    followed.follow();
    assertThat(readings).isEqualTo(1);
    assertThat(followed.content()).isSameAs(first);

    touch();
    followed.follow();
    assertThat(readings).isEqualTo(2);
    assertThat(followed.content()).isNotSameAs(first);

    Files.delete(store.passwordFile());
    followed.follow();
    assertThat(followed.areCurrent()).isFalse();
  }

  @Test
  void aReadingThatFailedForAPassingReasonIsTriedAgainWithoutAChange() throws IOException {
    FollowedStores<Object> followed = follow();
    Object first = followed.content();
    failure = new StartupException("too many open files");
    touch();
    followed.follow();
    assertThat(followed.areCurrent()).isFalse();
    assertThat(followed.content()).isSameAs(first);

    failure = null;
    followed.follow();

    assertThat(followed.areCurrent()).isTrue();
    assertThat(followed.content()).isNotSameAs(first);
  }

  @Test
  void aFailureThatNobodyExpectedIsSeenAndTriedAgain() throws IOException {
    FollowedStores<Object> followed = follow();
    failure = new IllegalStateException("a strange file");
    touch();
    followed.follow();
    assertThat(followed.areCurrent()).isFalse();

    failure = null;
    followed.follow();

    assertThat(followed.areCurrent()).isTrue();
  }

  @Test
  void theLogHasEachReasonOnce() throws IOException {
    FollowedStores<Object> followed = follow();
    touch();

    try (CapturedLog log = new CapturedLog(FollowedFile.class)) {
      for (String each : List.of("no file", "no file", "no key", "")) {
        failure = each.isEmpty() ? null : new StartupException(each);
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
  void theFirstStoreThatEndsIsTheEnd() throws Exception {
    Path ending = certificates.keyStore("ending", "dns:localhost", "-1d", 10);
    StoreFile authorities =
        storeFile(certificates.trustStore("trusted", List.of(store.file(), ending)));
    StoreFile ended = storeFile(certificates.trustStore("other", List.of(ending)));
    Optional<StoreFile> keys = Optional.of(store);

    assertThat(expiry(Optional.empty(), Optional.empty())).isEmpty();
    assertThat(expiry(keys, Optional.empty())).contains(store.openKeys().expiry());
    assertThat(expiry(keys, Optional.of(authorities))).contains(store.openKeys().expiry());
    assertThat(expiry(keys, Optional.of(ended))).contains(ended.openCertificates().expiry());
  }

  private Optional<Instant> expiry(Optional<StoreFile> keys, Optional<StoreFile> authorities) {
    return new FollowedStores<>("The stores", keys, authorities, this::make).expiry();
  }

  @Test
  void aStoreThatCannotBeUsedAtFirstIsRefused() {
    failure = new StartupException("no file");

    assertThatThrownBy(this::follow).isInstanceOf(StartupException.class).hasMessage("no file");
  }
}
