package dev.cinedex.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.cinedex.cassandra.TokenRange;
import dev.cinedex.movie.Movie;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The stored options of a job; {@code StoredJobIT} has golden values of the whole rows. */
class OptionsJsonTest {
  private final OptionsJson json = new OptionsJson(Movie.ENTITY);

  @Test
  void optionsAreReadAsTheyWereWritten() {
    UUID id = UUID.randomUUID();
    assertWrittenAndRead(JobOptions.PLAIN);
    assertWrittenAndRead(new JobOptions(true, 90, true, Scope.ALL));
    assertWrittenAndRead(JobOptions.PLAIN.on(List.of("one", "two")));
    assertWrittenAndRead(
        new JobOptions(false, 0, false, new Scope(id, Map.of("actor", "A", "title", "T"), null)));
    assertWrittenAndRead(
        new JobOptions(false, 0, false, new Scope(null, Map.of(), new TokenRange(-5, 7))));
  }

  @Test
  void aJobHasAsManyRangesAsItsLedgerNeeds() {
    assertWrittenAndRead(JobOptions.PLAIN.forLedgerOf(0));
    assertThat(JobOptions.PLAIN.forLedgerOf(120).ranges()).isEqualTo(16);
    assertThat(JobOptions.PLAIN.forLedgerOf(30_178).ranges()).isEqualTo(64);
    assertThat(JobOptions.PLAIN.forLedgerOf(10_000_000_000L).ranges()).isEqualTo(256);
  }

  @Test
  void aJobOfAnEarlierVersionHas256Ranges() {
    assertThat(json.read("{\"apply\":false}").ranges()).isEqualTo(256);
    assertThat(json.write(JobOptions.PLAIN.forLedgerOf(0))).contains("\"ranges\":16");
  }

  @Test
  void aScopeOfEveryRowIsStoredAsNull() {
    assertThat(json.write(JobOptions.PLAIN))
        .isEqualTo("{\"apply\":false,\"rowsPerSecond\":0,\"digest\":false,\"scope\":null}");
  }

  @Test
  void anOptionOfALaterVersionIsRefused() {
    assertThatThrownBy(() -> json.read("{\"apply\":false,\"dryRun\":true}"))
        .hasMessageContaining("'dryRun'");
    assertThatThrownBy(() -> json.read("{\"scope\":{\"customerId\":null}}"))
        .hasMessageContaining("'customerId'");
  }

  private void assertWrittenAndRead(JobOptions options) {
    assertThat(json.read(json.write(options))).isEqualTo(options);
  }
}
