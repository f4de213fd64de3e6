package dev.cinedex.imports;

/** A listener for tests that look at the movies, and not at how their import goes. */
final class IgnoringListener implements ImportListener {
  @Override
  public void lineDone() {}

  @Override
  public void rejected(long lineNumber, String line, String reason) {}

  @Override
  public void reached(Checkpoint checkpoint) {}
}
