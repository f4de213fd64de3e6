package dev.cinedex.cassandra;

/** This instance of the service, for those who look for it. */
public final class ProcessName {
  private ProcessName() {}

  /** Host and process id. */
  public static String name() {
    return System.getenv().getOrDefault("HOSTNAME", "localhost")
        + "/"
        + ProcessHandle.current().pid();
  }
}
