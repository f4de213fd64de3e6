package dev.cinedex.benchmark.measure;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * The samples of contenders that did the same work in interleaved rounds.
 *
 * @param part the part of the benchmark
 * @param work what they did
 * @param unit what is counted, such as requests
 * @param samples by contender, in the order of the report, each with one sample per round
 */
public record Comparison(
    String part, String work, String unit, Map<String, List<Sample>> samples) {

  /** Returns the contender that the others are compared with. */
  public String subject() {
    return samples.containsKey(Contender.CINEDEX)
        ? Contender.CINEDEX
        : samples.keySet().iterator().next();
  }

  /** Returns how fast the subject was, compared with a contender of the same round. */
  public Spread ratio(String contender) {
    List<Sample> subject = of(subject());
    List<Sample> other = of(contender);
    return Spread.of(
        IntStream.range(0, Math.min(subject.size(), other.size()))
            .mapToDouble(round -> subject.get(round).rate() / other.get(round).rate())
            .toArray());
  }

  /** Returns the completed operations per second. */
  public Spread rate(String contender) {
    return Spread.of(of(contender).stream().mapToDouble(Sample::rate).toArray());
  }

  /** Returns the processor seconds of 1,000 operations. */
  public Spread cpuPerThousand(String contender) {
    return Spread.of(of(contender).stream().mapToDouble(Sample::cpuPerThousand).toArray());
  }

  /** Returns the latencies of all rounds, in µs. */
  public Histogram micros(String contender) {
    Histogram all = new Histogram(3);
    of(contender).forEach(sample -> all.add(sample.micros()));
    return all;
  }

  /** Returns the operations that were refused or failed in all rounds. */
  public long failed(String contender) {
    return of(contender).stream().mapToLong(Sample::failed).sum();
  }

  private List<Sample> of(String contender) {
    return Objects.requireNonNull(samples.get(contender), contender);
  }
}
