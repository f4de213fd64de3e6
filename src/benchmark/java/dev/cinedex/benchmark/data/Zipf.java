package dev.cinedex.benchmark.data;

/**
 * Draws ranks that are skewed as in Zipf's law: rank r is drawn about r^-s times as often as rank 0.
 *
 * @param count the number of ranks
 * @param exponent s, between 0 and 1; greater is more skewed
 */
record Zipf(long count, double exponent) {
  Zipf {
    if (exponent <= 0 || exponent >= 1) {
      throw new IllegalArgumentException("The exponent must be between 0 and 1, not " + exponent);
    }
  }

  /**
   * Returns the rank, from 0 on, of a number that was drawn evenly. It inverts the distribution
   * with an integral in the place of the sum.
   *
   * @param drawn at least 0, less than 1
   */
  int rank(double drawn) {
    double rest = 1 - exponent;
    double at = Math.pow(drawn * (Math.pow(count + 1.0, rest) - 1) + 1, 1 / rest);
    return (int) Math.min(count - 1, (long) at - 1);
  }
}
