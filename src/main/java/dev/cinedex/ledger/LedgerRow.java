package dev.cinedex.ledger;

import com.datastax.oss.driver.api.mapper.annotations.Entity;
import com.datastax.oss.driver.api.mapper.annotations.PropertyStrategy;
import com.datastax.oss.driver.api.mapper.entity.naming.GetterStyle;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The columns of the ledger that are the protocol's own; those of the attributes stand beside them.
 * All but the id may be null in the table.
 *
 * @param settledVersion is read only here: a claim must not write it
 */
@Entity
@PropertyStrategy(mutable = false, getterStyle = GetterStyle.FLUENT)
record LedgerRow(
    UUID entityId,
    @Nullable Long version,
    @Nullable Boolean deleted,
    @Nullable String previous,
    @Nullable UUID claimId,
    @Nullable String createdBy,
    @Nullable Long settledVersion) {}
