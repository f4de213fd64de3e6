package dev.cinedex.access;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cinedex.errors.StartupException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyStoreTest {
  private static final Instant NOW = Instant.parse("2026-11-24T10:00:00Z");

  private final ApiKey key = ApiKey.random(new SecureRandom());
  private final Caller ann = new Caller("ann", Role.WRITER);
  private Instant now = NOW;
  private KeyFile file;

  @BeforeEach
  void addAKey(@TempDir Path directory) {
    file = new KeyFile(directory.resolve("keys"));
    file.add(KeyEntry.of(key, ann, NOW, NOW.plus(Duration.ofDays(1))));
  }

  private KeyStore store() {
    return new KeyStore(file, () -> now);
  }

  @Test
  void theKeyNamesItsCaller() {
    assertThat(store().caller(key.text())).contains(ann);
  }

  @Test
  void theFileHasTheHashAloneAndIsPrivate() throws IOException {
    assertThat(Files.readString(file.path())).contains(key.id()).doesNotContain(key.text());
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.path())))
        .isEqualTo("rw-------");
  }

  @Test
  void anotherSecretUnderTheSameIdIsRefused() {
    ApiKey other = ApiKey.random(new SecureRandom());
    file.add(
        new KeyEntry(other.id(), "bob", Role.OPERATOR, key.sha256(), NOW, null)); // a wrong hash

    assertThat(store().caller(other.text())).isEmpty();
  }

  @Test
  void anUnknownKeyIsRefused() {
    assertThat(store().caller(ApiKey.random(new SecureRandom()).text())).isEmpty();
    assertThat(store().caller("password")).isEmpty();
  }

  @Test
  void aKeyEndsWhenItsTimeIsOver() {
    KeyStore store = store();

    now = NOW.plus(Duration.ofDays(1)).minusMillis(1);
    assertThat(store.caller(key.text())).isPresent();
    now = NOW.plus(Duration.ofDays(1));
    assertThat(store.caller(key.text())).isEmpty();
  }

  @Test
  void twoKeysOfOneCallerAreValidAtOnceAndOneCanBeRevoked() {
    ApiKey second = ApiKey.random(new SecureRandom());
    KeyStore store = store();
    file.add(KeyEntry.of(second, ann, NOW, null));
    store.reload();
    assertThat(store.caller(second.text())).contains(ann);
    assertThat(store.caller(key.text())).contains(ann);

    file.add(requireNonNull(file.read().get(key.id())).endingAt(NOW));
    store.reload();

    assertThat(store.caller(key.text())).isEmpty();
    assertThat(store.caller(second.text())).contains(ann);
  }

  @Test
  void aLineIsAddedAlsoAfterOneThatHasLostItsLineBreak() throws IOException {
    Files.writeString(file.path(), Files.readString(file.path()).strip());

    file.add(requireNonNull(file.read().get(key.id())).endingAt(NOW));

    assertThat(store().caller(key.text())).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r-----", "rw----r--", "rw--w----"})
  void aFileThatOthersMayUseIsRefused(String permissions) throws IOException {
    Files.setPosixFilePermissions(file.path(), PosixFilePermissions.fromString(permissions));

    assertThatThrownBy(this::store)
        .isInstanceOf(StartupException.class)
        .hasMessageContaining("chmod 600 " + file.path());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "no JSON",
        "{}",
        "{\"id\":\"a\",\"name\":\"b\",\"role\":\"god\",\"sha256\":\"c\",\"created\":\"2026-11-24T10:00:00Z\"}",
        "{\"id\":\"a\",\"name\":\"b\",\"role\":\"reader\",\"created\":\"2026-11-24T10:00:00Z\"}"
      })
  void aDamagedLineIsRefusedWithItsNumber(String line) throws IOException {
    Files.writeString(file.path(), line + "\n", StandardOpenOption.APPEND);

    assertThatThrownBy(this::store)
        .isInstanceOf(StartupException.class)
        .hasMessageContaining("line 2");
  }

  @Test
  void aMissingFileIsRefusedWithTheNextStep() throws IOException {
    Files.delete(file.path());

    assertThatThrownBy(this::store)
        .isInstanceOf(StartupException.class)
        .hasMessageContaining("keys create");
  }

  @Test
  void aFileWithoutAKeyIsRefusedWithTheNextStep() throws IOException {
    Files.writeString(file.path(), "\n");

    assertThatThrownBy(this::store)
        .isInstanceOf(StartupException.class)
        .hasMessageContainingAll(file.path().toString(), "keys create", "keys revoke");
  }

  @Test
  void theLastGoodKeysStayWhileTheFileCannotBeUsed() throws IOException {
    KeyStore store = store();
    String good = Files.readString(file.path());

    for (String bad : List.of("damaged", "", good.substring(0, good.length() - 2))) {
      Files.writeString(file.path(), bad);
      assertTheLastKeysStay(store);
    }
    Files.setPosixFilePermissions(file.path(), PosixFilePermissions.fromString("rw-r--r--"));
    assertTheLastKeysStay(store);
    Files.delete(file.path());
    assertTheLastKeysStay(store);

    file.add(KeyEntry.of(key, ann, NOW, null));
    store.reload();
    assertThat(store.isCurrent()).isTrue();
  }

  private void assertTheLastKeysStay(KeyStore store) {
    store.reload();
    assertThat(store.isCurrent()).isFalse();
    assertThat(store.caller(key.text())).contains(ann);
  }
}
