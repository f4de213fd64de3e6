package dev.cinedex.jobs;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.collect.Streams;
import dev.cinedex.verification.Finding;
import dev.cinedex.verification.RowState;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The stored findings of one job. */
final class FindingLog {
  private final FindingDao findings;
  private final FindingJson json;
  private final Job job;

  FindingLog(FindingDao findings, FindingJson json, Job job) {
    this.findings = findings;
    this.json = json;
    this.job = job;
  }

  /** Begins to record what is found in a token range, perhaps not for the first time. */
  RangeFindings open(String phase, int range) {
    return new RangeFindings(phase, range);
  }

  /** Returns all findings as JSON, by phase and token range; it reads them as they are consumed. */
  Stream<String> all() {
    return job.kind().phases(job.options()).stream()
        .flatMap(
            phase ->
                IntStream.range(0, job.slices(phase)).boxed().flatMap(range -> in(phase, range)));
  }

  private boolean hasSeveralTables() {
    return job.tables().size() > 1;
  }

  private Stream<String> in(String phase, int range) {
    return Streams.stream(findings.find(job.id(), phase, range)).map(FindingRow::finding);
  }

  /**
   * The findings in one token range of a phase. A range can be processed several times, if the
   * process dies or Cassandra does not answer; each row is stored once.
   */
  final class RangeFindings {
    private final String phase;
    private final int range;

    /** The keys of the rows that were found since the range was opened. */
    private final Set<String> found = ConcurrentHashMap.newKeySet();

    private RangeFindings(String phase, int range) {
      this.phase = phase;
      this.range = range;
    }

    void add(Finding finding) {
      store(finding, false);
    }

    void addRepaired(Finding finding) {
      store(finding, true);
    }

    private void store(Finding finding, boolean repaired) {
      String key = json.key(finding, hasSeveralTables());
      found.add(key);
      store(key, json.finding(finding, repaired, hasSeveralTables()));
    }

    private void store(String key, String finding) {
      findings.store(new FindingRow(job.id(), phase, range, key, finding));
    }

    /**
     * Counts the findings, of this time and of the times before. Findings of an interrupted repair
     * that were not found again are counted, and stored, as repaired.
     */
    JobProgress close(long read) {
      Map<RowState, Long> states = new EnumMap<>(RowState.class);
      long allRepaired = 0;
      for (FindingRow row : findings.find(job.id(), phase, range)) {
        ObjectNode finding = FindingJson.parse(row.finding());
        boolean repaired = finding.get(FindingJson.REPAIRED).asBoolean();
        if (job.repairs() && !repaired && !found.contains(row.rowKey())) {
          store(row.rowKey(), finding.put(FindingJson.REPAIRED, true).toString());
          repaired = true;
        }
        RowState state = RowState.of(finding.get(FindingJson.STATE).asText());
        states.merge(state, 1L, Long::sum);
        allRepaired += repaired ? 1 : 0;
      }
      return JobProgress.ofFindings(read, states, allRepaired);
    }
  }
}
