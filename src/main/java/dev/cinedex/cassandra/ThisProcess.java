package dev.cinedex.cassandra;

/** This instance of the service, for those who look for it. */
final class ThisProcess {
  private ThisProcess() {}

  /** Host and process id. */
  static String name() {
    return System.getenv().getOrDefault("HOSTNAME", "localhost")
        + "/"
        + ProcessHandle.current().pid();
  }
}
