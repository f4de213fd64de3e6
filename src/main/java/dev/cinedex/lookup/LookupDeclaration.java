package dev.cinedex.lookup;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotEmpty;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A lookup table as {@code config.yml} declares it.
 *
 * @param partition partition key: attributes, or elements of multi-valued ones ({@code genre})
 * @param buckets 1–256 partitions over which each partition key is spread; 1 adds no column
 * @param clustering order within a partition; {@code movie_id} is always added last
 * @param columns attributes each row carries besides its key; {@code all} for every one
 */
public record LookupDeclaration(
    @NotEmpty List<String> partition,
    @Min(1) @Max(256) int buckets,
    List<String> clustering,
    List<String> columns) {

  public LookupDeclaration {
    partition = List.copyOf(partition);
    clustering = List.copyOf(clustering);
    columns = List.copyOf(columns);
  }

  @JsonCreator
  static LookupDeclaration fromYaml(
      @JsonProperty("partition") @Nullable List<String> partition,
      @JsonProperty("buckets") @Nullable Integer buckets,
      @JsonProperty("clustering") @Nullable List<String> clustering,
      @JsonProperty("columns") @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
          @Nullable List<String> columns) {
    return new LookupDeclaration(
        partition == null ? List.of() : partition,
        buckets == null ? 1 : buckets,
        clustering == null ? List.of() : clustering,
        columns == null ? List.of() : columns);
  }
}
