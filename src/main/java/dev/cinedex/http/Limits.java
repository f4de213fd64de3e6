package dev.cinedex.http;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

/**
 * The block {@code limits}: how many requests of each kind may run at the same time, 1 to 200. The
 * threads and the connections to Cassandra are dimensioned for these numbers.
 *
 * @param streams lists that are sent as NDJSON
 */
public record Limits(
    @Min(1) @Max(200) int reads, @Min(1) @Max(200) int writes, @Min(1) @Max(200) int streams) {
  public static final Limits DEFAULT = new Limits(128, 128, 16);
}
