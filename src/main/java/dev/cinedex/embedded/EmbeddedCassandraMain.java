package dev.cinedex.embedded;

import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The child JVM of {@link EmbeddedCassandra}: runs the server until its parent is gone. Alone on
 * Cassandra's class path, so that it uses nothing but the JDK.
 */
final class EmbeddedCassandraMain {
  private EmbeddedCassandraMain() {}

  /**
   * @param arguments the parent's process id; the file to lock
   */
  public static void main(String... arguments) throws Exception {
    long parent = Long.parseLong(arguments[0]);
    Thread watch = new Thread(() -> stopWith(parent), "stop-with-parent");
    watch.setDaemon(true);
    watch.start();

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

  private static void stopWith(long parent) {
    ProcessHandle.of(parent).ifPresent(process -> process.onExit().join());
    System.exit(0);
  }
}
