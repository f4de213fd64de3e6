package dev.cinedex.jobs;

import static dev.cinedex.jobs.JobScenario.APPLY;
import static dev.cinedex.jobs.JobScenario.PLAIN;
import static dev.cinedex.jobs.JobScenario.REPAIR;
import static dev.cinedex.jobs.JobScenario.VERIFY;
import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.Row;
import dev.cinedex.ledger.Decision;
import dev.cinedex.ledger.InStep;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.lookup.Tables;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The ledger of yesterday is restored from a snapshot, under the lookup tables of today. */
class RestoreIT {
  private final JobScenario scenario = new JobScenario();

  @AfterEach
  void close() {
    scenario.close();
  }

  @Test
  void aRepairMakesTheTablesThoseOfTheRestoredLedger() throws Exception {
    scenario.writeMovies();
    List<Row> snapshot = scenario.session().execute("SELECT * FROM movies").all();
    List<Row> times =
        scenario
            .session()
            .execute("SELECT movie_id, WRITETIME(version) AS written_at FROM movies")
            .all();
    scenario.whileWriting(() -> Thread.sleep(1_000), scenario.writer(), scenario.writer());
    for (int i = 0; i < 5; i++) { // movies that the snapshot does not have
      scenario.writer().write(UUID.randomUUID(), head -> Decision.write(scenario.movie()));
    }

    restore(snapshot, times);

    for (LookupTable table : Tables.shipped()) {
      assertThat(scenario.run(table, REPAIR, APPLY).done().repaired()).isPositive();
      assertThat(scenario.findings(scenario.run(table, VERIFY, PLAIN))).isEmpty();
    }
    InStep.assertInStep(scenario.session(), Tables.shipped());
  }

  /** Puts the rows back with the times at which they were written, as a snapshot does. */
  private void restore(List<Row> snapshot, List<Row> times) {
    scenario.session().execute("TRUNCATE movies");
    for (Row row : snapshot) {
      List<String> names = new ArrayList<>();
      List<Object> values = new ArrayList<>();
      row.getColumnDefinitions()
          .forEach(
              column -> {
                Object value = row.getObject(column.getName());
                if (value != null) {
                  names.add(column.getName().asCql(true));
                  values.add(value);
                }
              });
      String places = names.stream().map(name -> "?").collect(joining(", "));
      scenario
          .session()
          .execute(
              "INSERT INTO movies (%s) VALUES (%s) USING TIMESTAMP %d"
                  .formatted(
                      String.join(", ", names),
                      places,
                      writtenAt(times, requireNonNull(row.getUuid("movie_id")))),
              values.toArray());
    }
  }

  private static long writtenAt(List<Row> times, UUID movie) {
    return times.stream()
        .filter(row -> movie.equals(requireNonNull(row.getUuid("movie_id"))))
        .findFirst()
        .orElseThrow()
        .getLong("written_at");
  }
}
