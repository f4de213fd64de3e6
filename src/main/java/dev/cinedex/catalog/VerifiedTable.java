package dev.cinedex.catalog;

import java.time.Duration;
import java.time.Instant;

/**
 * A table that may be read, or could be read before it was retired.
 *
 * @param verifiedAt when the last job began that compared the whole table with the ledger and left
 *     no difference; the epoch when there was none
 * @param gcGrace how long the table keeps its tombstones: it has to be verified more often
 */
public record VerifiedTable(String name, Instant verifiedAt, Duration gcGrace) {}
