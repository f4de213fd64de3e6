package dev.cinedex.lookup;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonFormat.Feature;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A lookup table as {@code config.yml} declares it, not checked yet: {@link LookupTables#of} checks
 * it, and names the table in its errors.
 *
 * @param partition the partition key
 * @param buckets 1–256 partitions over which each partition key is spread; 1 adds no column
 * @param clustering the order within a partition, such as {@code name} or {@code age desc}; the
 *     entity's id is always added last
 * @param columns the attributes that each row carries besides its key; {@code all} for every one
 * @param where what an entity must have to be in the table, such as {@code age present}
 * @param maintenance {@code sync} or {@code async}: when rows are written; may be changed later
 */
public record LookupDeclaration(
    List<KeyPart> partition,
    int buckets,
    List<String> clustering,
    List<String> columns,
    List<String> where,
    String maintenance) {

  /** An empty declaration; validation rejects it because it has no partition key. */
  static final LookupDeclaration EMPTY =
      new LookupDeclaration(List.of(), 1, List.of(), List.of(), List.of(), Maintenance.SYNC.text());

  private static final List<String> ALL = List.of("all");

  public LookupDeclaration {
    partition = List.copyOf(partition);
    clustering = List.copyOf(clustering);
    columns = List.copyOf(columns);
    where = List.copyOf(where);
  }

  @JsonCreator
  static LookupDeclaration fromYaml(
      @JsonProperty("partition") @JsonFormat(with = Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
          @Nullable List<@Nullable KeyPart> partition,
      @JsonProperty("buckets") @Nullable Integer buckets,
      @JsonProperty("clustering") @JsonFormat(with = Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
          @Nullable List<String> clustering,
      @JsonProperty("columns") @JsonFormat(with = Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
          @Nullable List<String> columns,
      @JsonProperty("where") @JsonFormat(with = Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
          @Nullable List<String> where,
      @JsonProperty("maintenance") @Nullable String maintenance) {
    return new LookupDeclaration(
        parts(partition),
        buckets == null ? 1 : buckets,
        KeyPart.texts(clustering),
        KeyPart.texts(columns),
        KeyPart.texts(where),
        maintenance == null ? Maintenance.SYNC.text() : maintenance);
  }

  private static List<KeyPart> parts(@Nullable List<@Nullable KeyPart> yaml) {
    return yaml == null
        ? List.of()
        : yaml.stream().map(part -> part == null ? KeyPart.of("null") : part).toList();
  }

  /** Returns whether each row carries every attribute. */
  @JsonIgnore
  public boolean hasAllColumns() {
    return columns.equals(ALL);
  }

  public LookupDeclaration withMaintenance(Maintenance other) {
    return new LookupDeclaration(partition, buckets, clustering, columns, where, other.text());
  }

  LookupDeclaration withColumns(List<String> others) {
    return new LookupDeclaration(partition, buckets, clustering, others, where, maintenance);
  }
}
