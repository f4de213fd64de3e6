package dev.cinedex.embedded;

/**
 * Ends this process together with another one. The child JVM of {@link EmbeddedCassandra} loads
 * this class without any library, so it uses nothing but the JDK.
 */
public final class ParentProcess {
  private ParentProcess() {}

  /**
   * Exits this JVM in the regular way, with its shutdown hooks, as soon as the other process has
   * ended, however it ended.
   *
   * @param pid process id of the other process
   */
  public static void exitWith(long pid) {
    Thread watch = new Thread(() -> awaitEnd(pid), "exit-with-parent");
    watch.setDaemon(true);
    watch.start();
  }

  private static void awaitEnd(long pid) {
    ProcessHandle.of(pid).ifPresent(process -> process.onExit().join());
    System.exit(0);
  }
}
