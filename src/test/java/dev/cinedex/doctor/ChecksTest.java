package dev.cinedex.doctor;

import static dev.cinedex.doctor.Level.ERROR;
import static dev.cinedex.doctor.Level.OK;
import static dev.cinedex.doctor.Level.WARNING;
import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.Version;
import dev.cinedex.ledger.OverdueNotes.Overdue;
import io.dropwizard.util.DataSize;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The judgement of each check, at each of its levels. */
class ChecksTest {
  private static final String NETWORK = "NetworkTopologyStrategy";

  private static void assertIs(CheckResult result, Level level, String... words) {
    assertThat(result.level()).as(result.toString()).isEqualTo(level);
    assertThat(result.found() + " " + result.meaning() + " " + result.advice()).contains(words);
    if (level == OK) {
      assertThat(result.meaning() + result.advice()).isEmpty();
    } else {
      assertThat(result.meaning()).endsWith(".");
      assertThat(result.advice()).endsWith(".");
    }
  }

  @Test
  void theDatacenterHasNodesThatAreUp() {
    assertIs(DatacenterCheck.judge("dc1", 3, List.of()), OK, "dc1: 3 of 3 nodes are up");
    assertIs(DatacenterCheck.judge("dc1", 3, List.of("n2")), WARNING, "2 of 3", "Not up: n2");
    assertIs(
        DatacenterCheck.unknown("dc9", "dc1, dc2"),
        ERROR,
        "'dc9'",
        "dc1, dc2",
        "CASSANDRA_LOCAL_DATACENTER");
  }

  @ParameterizedTest
  @CsvSource({
    "5.0.9,       OK",
    "5.0.7,       OK",
    "5.1.0,       OK",
    "5.0.6,       WARNING",
    "5.0.7-rc1,   WARNING",
    "4.1.11,      WARNING"
  })
  void aVersionBeforeTheSecurityFixesIsAWarning(String version, Level level) {
    Version newest = Objects.requireNonNull(Version.parse("5.0.9"));
    Version other = Objects.requireNonNull(Version.parse(version));

    CheckResult result = VersionCheck.judge(Map.of("n1", newest, "n2", other));

    assertIs(result, level, version);
    if (level == WARNING) {
      assertIs(result, level, "n2", "CVE-2026-27314", "CVE-2026-32588", "5.0.7 or later");
      assertThat(result.found()).doesNotContain("n1");
    }
  }

  @Test
  void anExclusiveImportEnds() {
    assertIs(ImportsCheck.judge(List.of(), false), OK, "no exclusive import is unfinished");
    assertIs(ImportsCheck.judge(List.of("/a.csv"), true), OK, "is running", "/a.csv");
    assertIs(ImportsCheck.judge(List.of("/a.csv"), false), WARNING, "not ended", "/a.csv");
  }

  @Test
  void aClockMayBeHalfOfTheLargestDifferenceAway() {
    Duration largest = Duration.ofSeconds(2);

    assertIs(ClockCheck.judge(Duration.ofSeconds(1), largest), OK, "1000 ms");
    assertIs(ClockCheck.judge(Duration.ofMillis(-1_001), largest), WARNING, "-1001 ms", "2000 ms");
    assertIs(ClockCheck.tooFar("The clock is wrong"), ERROR, "The clock is wrong", "NTP");
  }

  @Test
  void aBatchMayBeAsLargeAsEveryNodeAccepts() {
    DataSize size = DataSize.kibibytes(32);

    assertIs(BatchSizeCheck.judge(Map.of("n1", "32KiB", "n2", "32KiB"), size), OK, "on each node");
    assertIs(BatchSizeCheck.judge(Map.of("n1", "1MiB"), size), OK, "1MiB");
    assertIs(
        BatchSizeCheck.judge(Map.of("n1", "50KiB", "n2", "32767B"), size),
        WARNING,
        "32767B on n2",
        "the threshold of n2 are refused",
        "batch_size_fail_threshold");
  }

  @Test
  void everyNodeHasTheSecondVariantOfPaxos() {
    assertIs(PaxosCheck.judge(Map.of("n1", "v2", "n2", "v2")), OK, "v2 on each node");
    assertIs(PaxosCheck.judge(Map.of("n1", "v1", "n2", "v1")), WARNING, "v1", "paxos_variant: v2");
    assertIs(
        PaxosCheck.judge(Map.of("n1", "v2", "n2", "v1")), WARNING, "v1 on n2; v2 on n1", "differ");
  }

  @Test
  void aSettingThatCannotBeReadIsAWarning() {
    NodeSettings settings = new NodeSettings("paxos", "paxos_variant");

    assertIs(settings.notAllowed(), WARNING, "GRANT SELECT ON system_views.settings");
    assertIs(settings.silent("n2", "no connection"), WARNING, "n2", "no connection");
    assertIs(settings.absent(), WARNING, "'paxos_variant'");
    assertThat(settings.absent().check()).isEqualTo("paxos");
  }

  @Nested
  class TheReplication {
    private static CheckResult judge(int replicas, int nodes) {
      return ReplicationCheck.judge(
          new Replication(NETWORK, Map.of("dc1", replicas)), Map.of("dc1", nodes), "dc1");
    }

    @Test
    void hasThreeReplicasOnAsManyNodes() {
      assertIs(judge(3, 3), OK, "dc1: replicas 3, nodes 3");
      assertIs(judge(3, 9), OK, "nodes 9");
    }

    @Test
    void hasFewReplicas() {
      assertIs(judge(1, 1), WARNING, "one copy of each row", "use three nodes");
      assertIs(judge(1, 5), WARNING, "one copy", "ALTER KEYSPACE");
      assertIs(judge(2, 5), WARNING, "both replicas");
    }

    @Test
    void hasMoreReplicasThanNodes() {
      assertIs(judge(3, 2), ERROR, "fewer nodes in 'dc1' than replicas");
      assertIs(judge(3, 1), ERROR, "no write and no read succeeds", "Add nodes");
    }

    @Test
    void hasNoReplicasWhereTheyAreNeeded() {
      Replication elsewhere = new Replication(NETWORK, Map.of("dc2", 3));

      assertIs(
          ReplicationCheck.judge(elsewhere, Map.of("dc1", 3, "dc2", 3), "dc1"),
          ERROR,
          "'dc1' has no replicas");
    }

    @Test
    void namesADatacenterWithoutNodes() {
      Replication both = new Replication(NETWORK, Map.of("dc1", 3, "dc2", 3));

      assertIs(
          ReplicationCheck.judge(both, Map.of("dc1", 3), "dc1"), ERROR, "dc2: replicas 3, nodes 0");
    }

    @Test
    void isSimpleOnOneNodeOnly() {
      Replication simple = new Replication("SimpleStrategy", Map.of("dc1", 3));

      assertIs(ReplicationCheck.judge(simple, Map.of("dc1", 3), "dc1"), WARNING, "racks");
      assertThat(
              ReplicationCheck.judge(
                      new Replication("SimpleStrategy", Map.of("dc1", 1)), Map.of("dc1", 1), "dc1")
                  .meaning())
          .contains("one copy");
    }
  }

  @Test
  void severalDatacentersDecideTogetherIfWritersAreInSeveral() {
    assertIs(SerialConsistencyCheck.judge("LOCAL_SERIAL", Set.of("dc1")), OK, "LOCAL_SERIAL");
    assertIs(SerialConsistencyCheck.judge("SERIAL", Set.of("dc1")), OK, "SERIAL");
    assertIs(SerialConsistencyCheck.judge("SERIAL", Set.of("dc1", "dc2")), OK, "dc1, dc2");
    assertIs(
        SerialConsistencyCheck.judge("LOCAL_SERIAL", Set.of("dc1", "dc2")),
        WARNING,
        "cassandra.serialConsistency");
  }

  @Test
  void theSchemaIsCompleteAndTheNodesAgreeOnIt() {
    assertIs(SchemaCheck.judge(2, "v", true), OK, "2 lookup tables", "agree on version v");
    assertIs(SchemaCheck.judge(2, "v", false), WARNING, "do not agree", "nodetool describecluster");
    assertIs(SchemaCheck.incomplete("No column 'x'"), ERROR, "No column 'x'", "schema apply");
  }

  @ParameterizedTest
  @CsvSource({
    "movies_by_actor,  864000, OK",
    "movies_by_actor,  86400,  OK",
    "movies_by_actor,  86399,  WARNING",
    "movies_by_actor,  0,      ERROR",
    "movies,           0,      ERROR",
    "unsettled_movies, 600,    OK",
    "unsettled_movies, 864000, WARNING",
    "unsettled_movies, 0,      WARNING"
  })
  void aTableHasATimeOfGrace(String table, int seconds, Level level) {
    Map<String, Integer> declared = Map.of("unsettled_movies", 600);

    CheckResult result = GraceCheck.judge(Map.of("a", 864_000, table, seconds), declared);

    assertIs(result, level, "gc_grace".equals(result.check()) ? "" : "another check");
    if (level != OK) {
      assertThat(result.found()).contains(table + ": " + seconds);
    }
  }

  @Test
  void thereIsRoomForTables() {
    assertIs(TablesCheck.judge(31, 32, 200), OK, "31 lookup tables of at most 32");
    assertIs(TablesCheck.judge(32, 32, 57), WARNING, "limits.tables");
    assertIs(TablesCheck.judge(2, 32, 201), WARNING, "201 tables in the cluster");
  }

  @Test
  void notesAreSweptInTime() {
    Instant now = Instant.parse("2026-11-23T12:00:30Z");
    Instant recent = Instant.parse("2026-11-23T11:50:00Z");

    assertIs(NotesCheck.judge(new Overdue(0, recent, true), now), OK, "swept until " + recent);
    assertIs(NotesCheck.judge(new Overdue(3, recent, true), now), WARNING, "3 notes");
    assertIs(
        NotesCheck.judge(new Overdue(0, recent.minusSeconds(120), false), now),
        WARNING,
        "at least 0 notes",
        "Start a service");
  }
}
