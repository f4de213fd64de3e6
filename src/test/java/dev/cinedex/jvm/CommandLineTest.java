package dev.cinedex.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandLineTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "java -jar cinedex.jar server config.yml",
        "java -Xmx1g -XX:+ExitOnOutOfMemoryError -Dfile.encoding=UTF-8 -jar cinedex.jar",
        "java -jar cinedex.jar import -javaagent:x -Xshare:off"
      })
  void aJarWithOptionsThatAnotherJvmCanHaveBeginsAnew(String words) {
    assertThat(of(words).canBeginAnew()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "java",
        "java -cp cinedex.jar dev.cinedex.Main -jar",
        "java -jar",
        "java @options -jar cinedex.jar",
        "java --add-modules java.sql -jar cinedex.jar",
        "java -javaagent:jacoco.jar -jar cinedex.jar",
        "java -agentlib:jdwp=transport=dt_socket -jar cinedex.jar",
        "java -Dcom.sun.management.jmxremote.port=7199 -jar cinedex.jar",
        "java -XX:StartFlightRecording=duration=1m -jar cinedex.jar",
        "java -Xshare:off -jar cinedex.jar",
        "java -XX:SharedArchiveFile=cinedex.jsa -jar cinedex.jar",
        "java -XX:ArchiveClassesAtExit=a.jsa -jar cinedex.jar",
        "java -XX:DumpLoadedClassList=a -jar cinedex.jar"
      })
  void otherJvmsAreLeftAlone(String words) {
    assertThat(of(words).canBeginAnew()).isFalse();
  }

  @Test
  void whatIsThereOverridesTheOptionsThatAreAdded() {
    assertThat(of("java -Xmx1g -jar a.jar x").with(List.of("-Xmx2g", "-Xms1g")))
        .containsExactly("java", "-Xmx2g", "-Xms1g", "-Xmx1g", "-jar", "a.jar", "x");
  }

  private static CommandLine of(String words) {
    return new CommandLine(List.of(words.split(" ", -1)));
  }
}
