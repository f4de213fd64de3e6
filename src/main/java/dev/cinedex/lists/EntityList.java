package dev.cinedex.lists;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of a list.
 *
 * @param next the clustering key after which the list goes on; null at its end
 * @param omitted the number of rows that were read, but do not belong to their entity any more
 * @param bytes about how large the entries are
 */
public record EntityList(
    List<ListEntry> entries, @Nullable List<Object> next, int omitted, long bytes) {}
