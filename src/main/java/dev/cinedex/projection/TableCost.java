package dev.cinedex.projection;

import dev.cinedex.lookup.LookupTable;

/**
 * What one write would do to one lookup table.
 *
 * @param inserted rows at keys that are new
 * @param rewritten rows at keys that stay, with other values
 * @param bytes the size of the values that are sent, as counted for the budget of batches
 */
public record TableCost(
    LookupTable table, long inserted, long rewritten, long deleted, long bytes) {}
