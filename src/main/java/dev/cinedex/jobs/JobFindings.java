package dev.cinedex.jobs;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import dev.cinedex.jobs.Job.Phase;
import dev.cinedex.jobs.Job.Progress;
import dev.cinedex.lists.StoredRow;
import dev.cinedex.lookup.Column;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.verification.EntityRows.State;
import dev.cinedex.verification.RowVerifier.Finding;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what a job finds, as JSON: which row, what is the matter with it, and what was done. A
 * slice may be looked at several times, if the process dies or Cassandra does not answer.
 */
final class JobFindings implements JobWork.Findings {
  private static final ObjectMapper JSON =
      new ObjectMapper()
          .registerModule(new JavaTimeModule())
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS);

  private static final String STATE = "state";
  private static final String MENDED = "mended";

  private final JobStore store;
  private final Job job;

  /** The keys that were found since a slice was begun, of the slices under way. */
  private final Map<List<Object>, Set<String>> foundNow = new ConcurrentHashMap<>();

  JobFindings(JobStore store, Job job) {
    this.store = store;
    this.job = job;
  }

  @Override
  public void begin(Phase phase, int slice) {
    foundNow.put(List.of(phase, slice), ConcurrentHashMap.newKeySet());
  }

  @Override
  public void add(Phase phase, int slice, Finding finding, boolean mended) {
    LookupRow expected = finding.row().expected();
    StoredRow stored = finding.row().stored();
    LookupTable table =
        expected != null ? expected.table() : stored == null ? null : stored.row().table();
    if (table == null) {
      throw new IllegalArgumentException("A finding without a row");
    }
    Map<String, Object> key = new LinkedHashMap<>();
    List<Column> columns = table.primaryKey();
    for (int i = 0; i < columns.size(); i++) {
      key.put(columns.get(i).name(), finding.key().values().get(i));
    }
    Map<String, @Nullable Object> document = new LinkedHashMap<>();
    document.put(STATE, finding.row().state().text());
    document.put("key", key);
    document.put("movieId", finding.head().entityId());
    document.put("version", finding.head().version());
    document.put("expected", expected == null ? null : expected.columns());
    document.put("stored", stored == null ? null : stored.row().columns());
    document.put("storedVersion", stored == null ? null : stored.version());
    document.put(MENDED, mended);
    document.values().removeIf(value -> value == null);
    String rowKey = json(key);
    requireNonNull(foundNow.get(List.of(phase, slice))).add(rowKey);
    store.found(job.id(), phase, slice, rowKey, json(document));
  }

  /**
   * What a repair found before, and does not find any more, it had mended when it was broken off.
   */
  @Override
  public Progress end(Phase phase, int slice, Progress progress) {
    Set<String> now = requireNonNull(foundNow.get(List.of(phase, slice)));
    Map<State, Long> states = new EnumMap<>(State.class);
    long allMended = 0;
    for (Map.Entry<String, String> found : store.found(job.id(), phase, slice).entrySet()) {
      ObjectNode finding = parsed(found.getValue());
      boolean mended = finding.get(MENDED).asBoolean();
      if (job.mends() && !mended && !now.contains(found.getKey())) {
        store.found(job.id(), phase, slice, found.getKey(), finding.put(MENDED, true).toString());
        mended = true;
      }
      states.merge(State.of(finding.get(STATE).asText()), 1L, Long::sum);
      allMended += mended ? 1 : 0;
    }
    foundNow.remove(List.of(phase, slice));
    return progress.found(
        states.getOrDefault(State.MISSING, 0L),
        states.getOrDefault(State.STALE, 0L),
        states.getOrDefault(State.ORPHANED, 0L),
        allMended);
  }

  private static ObjectNode parsed(String finding) {
    try {
      return (ObjectNode) JSON.readTree(finding);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String json(Object value) {
    try {
      return JSON.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
