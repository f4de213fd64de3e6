package dev.cinedex.imports;

/** The number of movies that an import read, and how many of them had each outcome. */
public record ImportSummary(long read, long written, long unchanged, long rejected) {}
