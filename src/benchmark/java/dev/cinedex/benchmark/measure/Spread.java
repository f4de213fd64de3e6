package dev.cinedex.benchmark.measure;

import java.util.Arrays;

/** The median of some rounds, with the least and the greatest value. */
public record Spread(double median, double least, double greatest) {

  static Spread of(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    double median =
        sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    return new Spread(median, sorted[0], sorted[sorted.length - 1]);
  }
}
