package dev.cinedex.lists;

/** A row with the times at which its columns were written. */
public record TimedRow(StoredRow row, WriteTimes times) {}
