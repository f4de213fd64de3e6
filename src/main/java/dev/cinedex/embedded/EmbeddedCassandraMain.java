package dev.cinedex.embedded;

import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The main class of the child JVM of {@link EmbeddedCassandra}: runs the server until the parent
 * process ends. Only this class and {@link ParentProcess} are on Cassandra's class path, so both
 * use nothing but the JDK.
 */
final class EmbeddedCassandraMain {
  private EmbeddedCassandraMain() {}

  /**
   * @param arguments the parent's process id, and the file to lock
   */
  public static void main(String... arguments) throws Exception {
    ParentProcess.exitWith(Long.parseLong(arguments[0]));

    FileChannel file =
        FileChannel.open(
            Path.of(arguments[1]), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    FileLock lock = file.tryLock();
    if (lock == null) {
      System.err.println("ERROR another Cassandra uses this folder");
      System.exit(1);
    }

    Class.forName("org.apache.cassandra.service.CassandraDaemon")
        .getMethod("main", String[].class)
        .invoke(null, (Object) new String[0]);
  }
}
