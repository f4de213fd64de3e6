package dev.cinedex.metrics;

import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/** Sums the series of some metrics. */
record TotalsReader(Counter claims, Counter refused, Histogram requests, Histogram lag) {
  private static final Set<String> READS =
      Set.of("findMovie", "listMoviesByActor", "listMoviesByGenre", "listMoviesByKey");
  private static final Set<String> WRITES =
      Set.of("createMovie", "replaceMovie", "changeMovie", "deleteMovie");

  Totals read() {
    List<Long> times = new ArrayList<>(Collections.nCopies(Totals.BOUNDS.length + 1, 0L));
    long reads = 0;
    for (HistogramDataPointSnapshot series : requests.collect().getDataPoints()) {
      String operation = series.getLabels().get("operation");
      if (READS.contains(operation)) {
        reads += series.getCount();
      } else if (WRITES.contains(operation)) {
        ClassicHistogramBuckets buckets = series.getClassicBuckets();
        for (int i = 0; i < buckets.size(); i++) {
          times.set(i, times.get(i) + buckets.getCount(i));
        }
      }
    }
    long projected = 0;
    double lagSeconds = 0;
    for (HistogramDataPointSnapshot series : lag.collect().getDataPoints()) {
      projected += series.getCount();
      lagSeconds += series.getSum();
    }
    return new Totals(
        claims("won"),
        claims("lost"),
        claims("unknown"),
        reads,
        sum(refused.collect().getDataPoints()),
        times,
        projected,
        lagSeconds);
  }

  private long claims(String outcome) {
    return sum(
        claims.collect().getDataPoints().stream()
            .filter(series -> outcome.equals(series.getLabels().get("outcome")))
            .toList());
  }

  private static long sum(List<CounterDataPointSnapshot> series) {
    return (long) series.stream().mapToDouble(CounterDataPointSnapshot::getValue).sum();
  }
}
