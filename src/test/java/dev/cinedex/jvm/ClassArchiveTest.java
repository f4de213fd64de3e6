package dev.cinedex.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassArchiveTest {
  @TempDir private Path directory;

  private String jar = "";

  @BeforeEach
  void makeAnArchive() throws IOException {
    Files.createFile(directory.resolve("cinedex.jsa"));
    jar = directory.resolve("cinedex.jar").toString();
  }

  @Test
  void theArchiveHasTheNameOfTheJar() {
    assertThat(ClassArchive.besideTheJar(jar)).isEqualTo(directory.resolve("cinedex.jsa").toFile());
    assertThat(ClassArchive.besideTheJar(directory.resolve("other.jar").toString())).isNull();
  }

  @Test
  void aJarThatWasMadeOrCopiedLaterHasNone() throws IOException {
    long archived = directory.resolve("cinedex.jsa").toFile().lastModified();
    File copied = Files.createFile(Path.of(jar)).toFile();
    assertThat(copied.setLastModified(archived)).isTrue();
    assertThat(ClassArchive.besideTheJar(jar)).isNotNull();

    assertThat(copied.setLastModified(archived + 1000)).isTrue();

    assertThat(ClassArchive.besideTheJar(jar)).isNull();
  }

  @Test
  void aClassPathHasNoArchive() {
    assertThat(ClassArchive.besideTheJar("")).isNull();
    assertThat(ClassArchive.besideTheJar(directory.toString())).isNull();
    assertThat(ClassArchive.besideTheJar("other.jar" + File.pathSeparator + jar)).isNull();
  }
}
