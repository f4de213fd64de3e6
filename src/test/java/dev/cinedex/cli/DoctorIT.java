package dev.cinedex.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import dev.cinedex.cassandra.CassandraFactory;
import dev.cinedex.cassandra.TestCassandra;
import dev.cinedex.catalog.Schema;
import dev.cinedex.cli.Commands.Ended;
import dev.cinedex.lookup.Tables;
import dev.cinedex.movie.Movie;
import dev.cinedex.testing.ThoroughTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command {@code doctor}. */
class DoctorIT {
  private final CassandraFactory cassandra = TestCassandra.factory(TestCassandra.newKeyspace());
  @TempDir private Path directory;

  @ThoroughTest
  void warningsAreToldWithTheirMeaningAndEndWithZero() throws Exception {
    apply();

    Ended ended = run(configuration());

    assertThat(ended.exitCode()).as(ended.output()).isZero();
    assertThat(ended.output().lines())
        .contains("ok          paxos: paxos_variant: v2 on each node")
        .anyMatch(line -> line.startsWith("warning     replication: NetworkTopologyStrategy;"))
        .anyMatch(line -> line.startsWith(" ".repeat(12) + "There is one copy of each row"))
        .anyMatch(line -> line.startsWith(" ".repeat(12) + "For data that you want to keep"))
        .noneMatch(line -> line.startsWith("error"));
  }

  @Test
  void anErrorEndsWithOne() throws Exception {
    apply();
    try (CqlSession session = cassandra.connect()) {
      session.execute("ALTER TABLE movies_by_actor WITH gc_grace_seconds = 0");
    }

    Ended ended = Commands.runProcess(cassandra, List.of("doctor", configuration()));

    assertThat(ended.exitCode()).as(ended.output()).isEqualTo(1);
    assertThat(ended.output())
        .contains("error       gc_grace: movies_by_actor: 0")
        .contains("Run 'ALTER TABLE movies_by_actor WITH gc_grace_seconds = 864000'")
        .contains("1 of 14 checks failed")
        .doesNotContain("\tat ");
  }

  @ThoroughTest
  void withoutCassandraEachCheckHasItsLine() throws Exception {
    Path config = Path.of(configuration());
    Files.writeString(
        config, Files.readString(config).replace(cassandra.contactPoints(), "127.0.0.1:1"));

    Ended ended = run(config.toString());

    assertThat(ended.exitCode()).isEqualTo(1);
    assertThat(ended.output())
        .contains("error       connection: No Cassandra answers at 127.0.0.1:1")
        .contains("CASSANDRA_CONTACT_POINTS")
        .contains("-           schema: not checked, because 'connection' failed")
        .doesNotContain("\tat ");
  }

  private void apply() {
    new Schema(cassandra, Movie.ENTITY, Tables.shipped()).apply(created -> {});
  }

  private String configuration() throws IOException {
    return Commands.configuration(directory, cassandra, "");
  }

  private static Ended run(String config) throws Exception {
    return Commands.run(List.of("doctor", config));
  }
}
