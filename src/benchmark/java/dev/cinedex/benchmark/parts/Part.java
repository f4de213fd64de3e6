package dev.cinedex.benchmark.parts;

/** A part of the benchmark, which can be run alone. */
public interface Part {
  /** Returns its name in {@code -Dbenchmark.parts}. */
  String name();

  void run(Bench bench) throws Exception;
}
