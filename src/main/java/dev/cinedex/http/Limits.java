package dev.cinedex.http;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.dropwizard.util.DataSize;
import io.dropwizard.util.DataSizeUnit;
import io.dropwizard.validation.MaxDataSize;
import io.dropwizard.validation.MinDataSize;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;

/**
 * The block {@code limits}. The threads and the connections to Cassandra are dimensioned for the
 * numbers of requests.
 *
 * @param reads requests that read and run at the same time
 * @param writes requests that write and run at the same time
 * @param streams lists that are sent as NDJSON at the same time
 * @param connections connections of clients, also of those that wait; more wait to be accepted
 * @param tables lookup tables: each makes every write dearer
 * @param costPerSecond what each client may ask for on average over 10 s; 0 for no limit. See
 *     {@link RequestRates}
 * @param failedSignIns requests with a wrong key or token in a minute, from each address
 * @param writeSize bytes of the lookup rows of one movie, in all tables
 * @param pageSize bytes at which a page of a list ends, after at least one movie
 */
public record Limits(
    @Min(1) @Max(200) int reads,
    @Min(1) @Max(200) int writes,
    @Min(1) @Max(200) int streams,
    @Min(1) @Max(10_000) int connections,
    @Min(1) @Max(200) int tables,
    @Min(0) @Max(1_000_000) int costPerSecond,
    @Min(1) @Max(1_000_000) int failedSignIns,
    @MinDataSize(value = 1, unit = DataSizeUnit.MEBIBYTES)
        @MaxDataSize(value = 16, unit = DataSizeUnit.GIBIBYTES)
        DataSize writeSize,
    @MinDataSize(value = 64, unit = DataSizeUnit.KIBIBYTES)
        @MaxDataSize(value = 64, unit = DataSizeUnit.MEBIBYTES)
        DataSize pageSize) {
  public static final Limits DEFAULT =
      new Limits(128, 128, 16, 2_000, 32, 0, 10, DataSize.mebibytes(256), DataSize.mebibytes(4));

  /** Requests that begin or change jobs and tables, at the same time: they keep out no write. */
  static final int OPERATIONS = 4;

  @JsonCreator
  static Limits fromYaml(
      @JsonProperty("reads") @Nullable Integer reads,
      @JsonProperty("writes") @Nullable Integer writes,
      @JsonProperty("streams") @Nullable Integer streams,
      @JsonProperty("connections") @Nullable Integer connections,
      @JsonProperty("tables") @Nullable Integer tables,
      @JsonProperty("costPerSecond") @Nullable Integer costPerSecond,
      @JsonProperty("failedSignIns") @Nullable Integer failedSignIns,
      @JsonProperty("writeSize") @Nullable DataSize writeSize,
      @JsonProperty("pageSize") @Nullable DataSize pageSize) {
    return new Limits(
        reads == null ? DEFAULT.reads : reads,
        writes == null ? DEFAULT.writes : writes,
        streams == null ? DEFAULT.streams : streams,
        connections == null ? DEFAULT.connections : connections,
        tables == null ? DEFAULT.tables : tables,
        costPerSecond == null ? DEFAULT.costPerSecond : costPerSecond,
        failedSignIns == null ? DEFAULT.failedSignIns : failedSignIns,
        writeSize == null ? DEFAULT.writeSize : writeSize,
        pageSize == null ? DEFAULT.pageSize : pageSize);
  }
}
