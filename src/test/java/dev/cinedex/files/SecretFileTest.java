package dev.cinedex.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.security.auth.module.UnixSystem;
import dev.cinedex.errors.StartupException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretFileTest {
  private static final int SOMEBODY = 12_345;

  private Path file;

  @BeforeEach
  void make(@TempDir Path directory) throws IOException {
    file = Files.writeString(directory.resolve("secret"), "s");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-------", "r--------"})
  void anOwnFileThatNobodyElseMayUseIsPrivate(String permissions) throws IOException {
    permit(permissions);

    assertThatCode(this::check).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r-----", "rw--w----", "rw----r--"})
  void anOwnFileThatOthersMayUseIsRefused(String permissions) throws IOException {
    permit(permissions);

    assertThatThrownBy(this::check)
        .isInstanceOf(StartupException.class)
        .hasMessage("Others may use the file: %s. Run 'chmod 600 %s'", file, file);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-------", "r--r-----"})
  void nobodyButRootMayOwnAFileInPlaceOfTheUser(String permissions) throws IOException {
    giveAway();
    permit(permissions);

    assertThatThrownBy(this::check)
        .isInstanceOf(StartupException.class)
        .hasMessageContaining("Another user owns the file");
    assertThatThrownBy(() -> SecretFile.requireWrittenByOwner(file, "the file"))
        .hasMessageContaining("Another user owns the file");
  }

  @ParameterizedTest
  @CsvSource({"r--r-----, true", "rw-r-----, true", "rw-rw----, false", "rw-r--r--, false"})
  void theGroupMayReadAFileOfRoot(String permissions, boolean isPrivate) {
    assertThat(SecretFile.isPrivate(false, PosixFilePermissions.fromString(permissions)))
        .isEqualTo(isPrivate);
  }

  private void giveAway() throws IOException {
    assumeTrue(new UnixSystem().getUid() == 0, "only root may give a file to another user");
    Files.setAttribute(file, "unix:uid", SOMEBODY);
  }

  private void permit(String permissions) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
  }

  private void check() throws IOException {
    SecretFile.requirePrivate(file, "the file");
  }
}
