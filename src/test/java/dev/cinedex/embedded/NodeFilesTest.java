package dev.cinedex.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cinedex.errors.StartupException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files and the command of an embedded node; no node is started. */
class NodeFilesTest {
  private static final InetSocketAddress ADDRESS = new InetSocketAddress("127.0.0.2", 9042);
  private static final InetSocketAddress SEED =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 9142);

  @TempDir private Path directory;
  private NodeFiles files = new NodeFiles(Path.of(""));

  @BeforeEach
  void nameTheFiles() {
    files = new NodeFiles(directory.resolve("it's here"));
  }

  @Test
  void theConfigurationNamesAddressesPortsAndFolders() throws IOException {
    files.write(ADDRESS, SEED);

    assertThat(files.cassandraYaml())
        .content()
        .contains("listen_address: '127.0.0.2'")
        .contains("native_transport_port: 9042")
        .contains("storage_port: 9043")
        .contains("{seeds: '127.0.0.1:9143'}")
        .contains("data_file_directories: ['" + directory + "/it''s here/data']")
        .doesNotContain("@");
  }

  @Test
  void everyStartWritesTheSameFiles() throws IOException {
    files.write(ADDRESS, SEED);
    String first = Files.readString(files.cassandraYaml());
    Files.writeString(files.cassandraYaml(), "changed by hand");

    files.write(ADDRESS, SEED);

    assertThat(files.cassandraYaml()).hasContent(first);
    assertThat(files.jvmOptions()).isNotEmptyFile();
    assertThat(files.logbackXml()).isNotEmptyFile();
  }

  @Test
  void theChildSeesTheClassesThatItRuns() throws IOException {
    files.write(ADDRESS, SEED);

    assertThat(files.configuration().resolve("dev/cinedex/embedded"))
        .isDirectoryNotContaining("glob:**/*{Test,Files}.class")
        .isDirectoryContaining("glob:**/EmbeddedCassandraMain.class")
        .isDirectoryContaining("glob:**/ParentProcess.class");
  }

  @Test
  void theLastErrorOfTheLogIsReported() throws IOException {
    assertThat(files.lastError()).isEqualTo("its log cannot be read");
    Files.createDirectories(files.home());
    Files.writeString(files.log(), "INFO fine\n");
    assertThat(files.lastError()).isEqualTo("no error in its log");

    Files.writeString(files.log(), "ERROR first\nERROR second\nINFO fine\n");

    assertThat(files.lastError()).isEqualTo("ERROR second");
  }

  @Test
  void theCommandHasTheServersJarsAndTheOptions() throws IOException {
    Path classPath = directory.resolve("class path");
    Files.writeString(classPath, "/jars/a.jar\n\n/jars/jamm-1.jar\n");

    List<String> command = NodeCommand.of(files, classPath, List.of("-Dextra=1"));

    assertThat(command)
        .contains("-javaagent:/jars/jamm-1.jar", "-Dextra=1")
        .contains(files.configuration() + ":/jars/a.jar:/jars/jamm-1.jar")
        .endsWith(
            EmbeddedCassandraMain.class.getName(),
            String.valueOf(ProcessHandle.current().pid()),
            files.lock().toString());
  }

  @Test
  void aMissingClassPathSaysHowToMakeIt() {
    assertThatThrownBy(() -> NodeCommand.of(files, directory.resolve("none"), List.of()))
        .isInstanceOf(StartupException.class)
        .hasMessageContaining("none is missing: run 'mvn compile'");
  }
}
