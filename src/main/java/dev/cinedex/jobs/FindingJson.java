package dev.cinedex.jobs;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import dev.cinedex.entity.EntityType;
import dev.cinedex.lists.StoredRow;
import dev.cinedex.lookup.Column;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.verification.Finding;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The JSON in which findings are stored and shown. It is part of the storage format, as {@link
 * OptionsJson} is.
 */
final class FindingJson {
  /** The name of the field with the row's state. */
  static final String STATE = "state";

  /** The name of the field with the table; no column has this name. */
  private static final String TABLE = "table";

  /** The name of the field that says whether the row has been repaired. */
  static final String REPAIRED = "mended";

  private static final ObjectMapper JSON =
      new ObjectMapper()
          .registerModule(new JavaTimeModule())
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS);

  private final String idField;

  FindingJson(EntityType entity) {
    this.idField = entity.idField();
  }

  /**
   * Returns the key of a finding's row, which identifies the finding.
   *
   * @param namesTable whether the job has several tables
   */
  String key(Finding finding, boolean namesTable) {
    Map<String, Object> key = new LinkedHashMap<>();
    if (namesTable) {
      key.put(TABLE, finding.key().table().name());
    }
    key.putAll(keyColumns(finding));
    return write(key);
  }

  /**
   * Returns a finding without the fields for which it has no value.
   *
   * @param namesTable whether the job has several tables
   */
  String finding(Finding finding, boolean repaired, boolean namesTable) {
    LookupRow expected = finding.row().expected();
    StoredRow stored = finding.row().stored();
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put(STATE, finding.row().state().text());
    fields.put(TABLE, namesTable ? finding.key().table().name() : null);
    fields.put("key", keyColumns(finding));
    fields.put(idField, finding.head().entityId());
    fields.put("version", finding.head().version());
    fields.put("expected", expected == null ? null : expected.columns());
    fields.put("stored", stored == null ? null : stored.row().columns());
    fields.put("storedVersion", stored == null ? null : stored.version());
    fields.put(REPAIRED, repaired);
    fields.values().removeIf(value -> value == null);
    return write(fields);
  }

  static ObjectNode parse(String finding) {
    try {
      return (ObjectNode) JSON.readTree(finding);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Map<String, Object> keyColumns(Finding finding) {
    List<Column> columns = finding.key().table().primaryKey();
    Map<String, Object> key = new LinkedHashMap<>();
    for (int i = 0; i < columns.size(); i++) {
      key.put(columns.get(i).name(), finding.key().values().get(i));
    }
    return key;
  }

  private static String write(Object value) {
    try {
      return JSON.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
