package dev.cinedex.catalog;

import java.util.UUID;

/**
 * An instance that writes lookup rows, by its lease.
 *
 * @param id made anew at each start
 * @param epoch the last change of the catalog that it knows
 * @param self whether it is this process
 */
public record LiveInstance(UUID id, long epoch, boolean self) {}
