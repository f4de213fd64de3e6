package dev.cinedex.cassandra;

import java.io.IOException;

/** Signals that Java cannot send. */
public final class Signals {
  private Signals() {}

  /** SIGSTOP: the process stands still. */
  public static void stop(long pid) throws IOException {
    send("-STOP", pid);
  }

  /** SIGCONT: it goes on. */
  public static void resume(long pid) throws IOException {
    send("-CONT", pid);
  }

  /** SIGQUIT: a JVM prints what its threads do, and goes on. */
  public static void printThreads(long pid) throws IOException {
    send("-QUIT", pid);
  }

  private static void send(String signal, long pid) throws IOException {
    try {
      int exit = new ProcessBuilder("kill", signal, String.valueOf(pid)).start().waitFor();
      if (exit != 0) {
        throw new IOException("kill %s %d: exit code %d".formatted(signal, pid, exit));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("Interrupted", e);
    }
  }
}
