package dev.cinedex.resources;

import dev.cinedex.ledger.WritePreview;
import dev.cinedex.lookup.Column;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.RowChanges.Insert;
import dev.cinedex.verification.ComparedRow;
import dev.cinedex.verification.EntityRows.Comparison;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Lookup rows in JSON, under the names of their columns: as cqlsh shows them. */
final class RowViews {
  private RowViews() {}

  /** What a dry run answers. */
  static Map<String, Object> of(UUID id, WritePreview preview) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("id", id);
    document.put("effect", name(preview.effect()));
    document.put("replaces", preview.replaced());
    document.put(
        "insert",
        preview.plan().changes().inserts().stream()
            .map(Insert::row)
            .map(row -> document(row, "row", present(row.columns())))
            .toList());
    document.put(
        "delete",
        preview.plan().changes().deletes().stream()
            .map(row -> document(row, "key", key(row)))
            .toList());
    document.put("batches", preview.plan().batches().size());
    document.put("bytes", preview.plan().batches().stream().mapToLong(Long::longValue).sum());
    return document;
  }

  static Map<String, Object> of(Comparison comparison) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("id", comparison.head().entityId());
    document.put("version", comparison.head().version());
    document.put("settled", comparison.head().settled());
    document.put("rows", comparison.rows().stream().map(RowViews::of).toList());
    return document;
  }

  private static Map<String, Object> of(ComparedRow compared) {
    Map<String, Object> document = document(compared.row(), "key", key(compared.row()));
    document.put("state", compared.state().text());
    if (compared.expected() != null) {
      document.put("expected", values(compared.expected()));
    }
    if (compared.stored() != null) {
      Map<String, Object> stored = values(compared.stored().row());
      stored.put("version", compared.stored().version());
      document.put("stored", stored);
    }
    return document;
  }

  private static Map<String, Object> document(
      LookupRow row, String name, Map<String, Object> columns) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("table", row.table().name());
    document.put(name, columns);
    return document;
  }

  private static Map<String, Object> key(LookupRow row) {
    return columns(row, row.table().primaryKey());
  }

  private static Map<String, Object> values(LookupRow row) {
    return columns(row, row.table().values());
  }

  private static Map<String, Object> columns(LookupRow row, List<Column> columns) {
    Map<String, @Nullable Object> all = row.columns();
    all.keySet().retainAll(columns.stream().map(Column::name).toList());
    return present(all);
  }

  private static Map<String, Object> present(Map<String, ? extends @Nullable Object> columns) {
    Map<String, Object> present = new LinkedHashMap<>();
    columns.forEach(
        (name, value) -> {
          if (value != null) {
            present.put(name, value);
          }
        });
    return present;
  }

  private static String name(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
