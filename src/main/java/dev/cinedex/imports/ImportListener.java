package dev.cinedex.imports;

/** Learns how an import goes. Several threads call it. */
public interface ImportListener {
  /** Called when a line is finished, whatever its outcome. */
  void lineDone();

  /** Called before {@link #lineDone()} for a line that is not a valid movie. */
  void rejected(long lineNumber, String line, String reason);

  /** Called with a place from which the import could continue; a later call may tell the same. */
  void reached(Checkpoint checkpoint);
}
