package dev.cinedex.benchmark.parts;

/** Makes a new name for each turn of a contender whose turns begin with nothing. */
final class Turns {
  private final String prefix;
  private int count;

  Turns(String prefix) {
    this.prefix = prefix;
  }

  String next() {
    return prefix + "_" + count++;
  }
}
