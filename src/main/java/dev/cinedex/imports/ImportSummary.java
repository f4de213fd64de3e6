package dev.cinedex.imports;

/**
 * The number of movies that an import read, and how many of them had each outcome. An import that
 * continues an earlier one counts its own lines.
 */
public record ImportSummary(long read, long written, long unchanged, long rejected) {}
