package dev.cinedex.cli;

/** How a command ends that did its work, and found what its user should look at. */
final class FindingsException extends RuntimeException {
  FindingsException(String message) {
    super(message);
  }
}
