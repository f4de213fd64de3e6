package dev.cinedex.cassandra;

/** The name of this process in leases, locks and logs. */
public final class ProcessName {
  private ProcessName() {}

  /** Returns the host and the process id. */
  public static String name() {
    return System.getenv().getOrDefault("HOSTNAME", "localhost")
        + "/"
        + ProcessHandle.current().pid();
  }
}
