package dev.cinedex.jobs;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import dev.cinedex.jobs.Job.Phase;
import dev.cinedex.ledger.RowCheck.Finding;
import dev.cinedex.lookup.Column;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.projection.LookupReader.StoredRow;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Keeps what a job finds, as JSON: which row, what is the matter with it, and what was done. */
final class JobFindings {
  private static final ObjectMapper JSON =
      new ObjectMapper()
          .registerModule(new JavaTimeModule())
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS);

  private final JobStore store;
  private final UUID job;

  JobFindings(JobStore store, UUID job) {
    this.store = store;
    this.job = job;
  }

  void add(Phase phase, int slice, Finding finding, boolean mended) {
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
      key.put(columns.get(i).name(), finding.key().get(i));
    }
    Map<String, @Nullable Object> document = new LinkedHashMap<>();
    document.put("state", finding.row().state().name().toLowerCase(Locale.ROOT));
    document.put("key", key);
    document.put("movieId", finding.head().movieId());
    document.put("version", finding.head().version());
    document.put("expected", expected == null ? null : expected.columns());
    document.put("stored", stored == null ? null : stored.row().columns());
    document.put("storedVersion", stored == null ? null : stored.version());
    document.put("mended", mended);
    document.values().removeIf(value -> value == null);
    store.found(job, phase, slice, json(key), json(document));
  }

  private static String json(Object value) {
    try {
      return JSON.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
