package dev.cinedex.embedded;

import dev.cinedex.errors.StartupException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command line of the child JVM that runs an embedded node. */
final class NodeCommand {
  private NodeCommand() {}

  /**
   * @param classPathFile the file in which the build lists the server's jars, one per line
   * @param jvmOptions additional options of the child JVM
   * @throws StartupException when the build has not written the class path
   */
  static List<String> of(NodeFiles files, Path classPathFile, List<String> jvmOptions)
      throws IOException {
    List<String> jars = jars(classPathFile);
    List<String> command = new ArrayList<>();
    // Ctrl-C reaches the whole process group; the node must outlive the service that writes to it.
    command.addAll(List.of("/bin/sh", "-c", "trap '' INT; exec \"$@\"", "sh"));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("@" + files.jvmOptions());
    command.add("-javaagent:" + agent(jars));
    command.add("-Dcassandra.config=" + files.cassandraYaml().toUri());
    command.add("-Dcassandra.storagedir=" + files.home());
    command.add("-Dcassandra.logdir=" + files.home());
    command.add("-Dlogback.configurationFile=" + files.logbackXml());
    command.addAll(jvmOptions);
    command.addAll(List.of("-cp", files.configuration() + ":" + String.join(":", jars)));
    command.add(EmbeddedCassandraMain.class.getName());
    command.add(String.valueOf(ProcessHandle.current().pid()));
    command.add(files.lock().toString());
    return command;
  }

  private static List<String> jars(Path classPathFile) throws IOException {
    if (!Files.isReadable(classPathFile)) {
      throw new StartupException(
          "%s is missing: run 'mvn compile' in the project's folder, or set CASSANDRA_EMBEDDED=false to use another Cassandra"
              .formatted(classPathFile.toAbsolutePath()));
    }
    return Files.readAllLines(classPathFile).stream().filter(line -> !line.isBlank()).toList();
  }

  /** Returns the jar that Cassandra measures the sizes of its objects with. */
  private static String agent(List<String> jars) {
    return jars.stream().filter(jar -> jar.contains("/jamm-")).findFirst().orElseThrow();
  }
}
