package dev.cinedex.lists;

import dev.cinedex.entity.EntityState;
import dev.cinedex.lookup.LookupRow;
import org.jspecify.annotations.Nullable;

/**
 * One entity of a list.
 *
 * @param state the complete state when it was asked for; else null
 * @param version the version of {@code state}, or the ledger's last version in a verified list;
 *     null when only the row is known
 */
public record ListEntry(LookupRow row, @Nullable EntityState state, @Nullable Long version) {}
