package dev.cinedex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.cinedex.access.ApiKey;
import dev.cinedex.access.Caller;
import dev.cinedex.access.KeyFile;
import dev.cinedex.access.KeyStore;
import dev.cinedex.access.Role;
import dev.cinedex.cli.Commands.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeysCommandTest {
  @TempDir private Path directory;
  private Path keys = Path.of("");
  private String configuration = "";

  @BeforeEach
  void configure() throws IOException {
    keys = directory.resolve("keys");
    configuration = configuration(keys.toString());
  }

  private String configuration(String keysFile) throws IOException {
    Path file = directory.resolve("config.yml");
    Files.writeString(
        file, Files.readString(Path.of("config.yml")).replace("${KEYS_FILE:-}", keysFile));
    return file.toString();
  }

  private Ended run(String... arguments) throws Exception {
    List<String> all = new ArrayList<>(List.of("keys"));
    all.addAll(List.of(arguments));
    all.add(configuration);
    return Commands.run(all);
  }

  private static ApiKey printed(Ended ended) {
    return ApiKey.parse(ended.output().lines().findFirst().orElseThrow()).orElseThrow();
  }

  private KeyStore store() {
    return new KeyStore(new KeyFile(keys), InstantSource.system());
  }

  @Test
  void aCreatedKeyIsPrintedOnceAndValid() throws Exception {
    Ended created = run("create", "ann", "writer");

    assertThat(created.exitCode()).isZero();
    ApiKey key = printed(created);
    assertThat(store().caller(key.text())).contains(new Caller("ann", Role.WRITER));
    assertThat(Files.readString(keys)).doesNotContain(key.text());
    assertThat(run("list").output())
        .contains(key.id() + " writer ann, created ")
        .contains("no end")
        .doesNotContain(key.text());
  }

  @Test
  void aNameOfCallersWithoutAKeyIsRefused() throws Exception {
    for (String name : List.of("anonymous", "token:ann")) {
      Ended refused = run("create", name, "reader");
      assertThat(refused.exitCode()).isEqualTo(2);
      assertThat(refused.output()).contains("'" + name + "'", "Choose another name");
    }
    assertThat(keys).doesNotExist();
  }

  @Test
  void aRevokedKeyIsInvalid() throws Exception {
    ApiKey key = printed(run("create", "ann", "writer", "--days", "90"));
    assertThat(run("list").output()).contains("ends ");

    Ended revoked = run("revoke", key.id());

    assertThat(revoked.exitCode()).isZero();
    assertThat(store().caller(key.text())).isEmpty();
    assertThat(run("list").output()).contains("ended ");
  }

  @Test
  void mistakesAreNamed() throws Exception {
    assertFailed(run("revoke", "nothing"), "no key with the id 'nothing'");
    assertFailed(run("create", "ann", "writer", "--days", "0"), "--days: must be at least 1");
    configuration = configuration("");
    assertFailed(run("list"), "set KEYS_FILE");
    configuration = configuration(directory.resolve("nowhere").resolve("keys").toString());
    assertFailed(run("create", "ann", "writer"), "Its folder must exist");
  }

  private static void assertFailed(Ended ended, String message) {
    assertThat(ended.output()).contains(message);
    assertThat(ended.exitCode()).isEqualTo(2);
  }
}
