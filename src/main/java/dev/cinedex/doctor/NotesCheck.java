package dev.cinedex.doctor;

import dev.cinedex.ledger.Notes;
import dev.cinedex.ledger.OverdueNotes;
import dev.cinedex.ledger.OverdueNotes.Overdue;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Are the notes of dead writers swept? */
record NotesCheck() implements Check {
  private static final String NAME = "notes";

  /** The sweeper keeps a note without a claim for ten minutes, and needs a minute or two itself. */
  private static final Duration OVERDUE = Duration.ofMinutes(12);

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public CheckResult run(Cluster cluster) {
    Instant now = Instant.now();
    Notes notes = new Notes(cluster.session(), cluster.entity());
    Optional<Overdue> overdue = OverdueNotes.find(notes, now.minus(OVERDUE));
    return overdue
        .map(found -> judge(found, now))
        .orElseGet(() -> CheckResult.ok(NAME, "no service has swept yet"));
  }

  static CheckResult judge(Overdue overdue, Instant now) {
    String found =
        "%s%d notes are older than %d min; swept until %s"
            .formatted(
                overdue.isWhole() ? "" : "at least ",
                overdue.notes(),
                OVERDUE.toMinutes(),
                overdue.sweptUntil());
    if (overdue.sweptUntil().isBefore(now.minus(OVERDUE))) {
      return CheckResult.warning(
          NAME,
          found,
          "The rows of writers that died are not completed: no service runs, or its sweeper fails.",
          "Start a service. If one runs, its log names the keys that cannot be settled, or why the sweeper waits.");
    }
    return overdue.notes() == 0
        ? CheckResult.ok(NAME, found)
        : CheckResult.warning(
            NAME,
            found,
            "Some lookup rows may be incomplete.",
            "Wait a minute. If the number stays, the log of the services names the keys and the reason.");
  }
}
