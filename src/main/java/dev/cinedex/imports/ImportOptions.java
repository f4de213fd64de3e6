package dev.cinedex.imports;

import dev.cinedex.files.Format;
import dev.cinedex.files.ListText;
import org.jspecify.annotations.Nullable;

/**
 * How the lines of a file are read, and what becomes of them.
 *
 * @param lists splits lists in CSV
 * @param defaultGenre genre of movies that have none; null to reject them
 */
public record ImportOptions(
    Format format, ListText lists, Existing existing, @Nullable String defaultGenre) {}
