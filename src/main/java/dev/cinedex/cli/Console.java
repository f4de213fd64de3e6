package dev.cinedex.cli;

/** Tells whether a person watches the output. */
final class Console {
  private Console() {}

  /** Returns whether the command runs on a terminal, so that it can show a progress bar. */
  @SuppressWarnings("SystemConsoleNull") // JDK 22 and later never return null
  static boolean isTerminal() {
    return System.console() != null;
  }
}
