package dev.cinedex.instance;

import dev.cinedex.ledger.ClaimOutcome;
import dev.cinedex.ledger.Head;
import dev.cinedex.ledger.SettledBy;
import dev.cinedex.ledger.WriteListener;
import dev.cinedex.ledger.WriteStep;
import dev.cinedex.metrics.Metrics;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Counts what writes do. */
record WriteMeters(Metrics metrics) implements WriteListener {
  WriteMeters {
    metrics.expect(ClaimOutcome.values(), SettledBy.values());
  }

  @Override
  public void done(WriteStep step) {
    metrics.stepDone(step);
  }

  @Override
  public void claimed(ClaimOutcome outcome) {
    metrics.claimed(outcome);
  }

  @Override
  public void projected(Head head, SettledBy by) {
    Instant claimed = Instant.EPOCH.plus(head.version(), ChronoUnit.MICROS);
    metrics.projected(by, Duration.between(claimed, Instant.now()));
  }
}
