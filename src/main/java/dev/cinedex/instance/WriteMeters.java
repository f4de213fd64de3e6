package dev.cinedex.instance;

import static java.util.Objects.requireNonNull;

import com.codahale.metrics.Meter;
import com.codahale.metrics.MetricRegistry;
import dev.cinedex.ledger.WriteListener;
import dev.cinedex.ledger.WriteStep;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** Counts the steps of all writes in the metrics {@code cinedex.writes.STEP}. */
final class WriteMeters implements WriteListener {
  private final Map<WriteStep, Meter> meters = new EnumMap<>(WriteStep.class);

  WriteMeters(MetricRegistry metrics) {
    for (WriteStep step : WriteStep.values()) {
      String name = step.name().toLowerCase(Locale.ROOT);
      meters.put(step, metrics.meter("cinedex.writes." + name));
    }
  }

  @Override
  public void done(WriteStep step) {
    requireNonNull(meters.get(step)).mark();
  }
}
