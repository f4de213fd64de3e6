package dev.cinedex.ledger;

import com.datastax.oss.driver.api.mapper.annotations.Computed;
import com.datastax.oss.driver.api.mapper.annotations.CqlName;
import com.datastax.oss.driver.api.mapper.annotations.Entity;
import com.datastax.oss.driver.api.mapper.annotations.PartitionKey;
import com.datastax.oss.driver.api.mapper.annotations.PropertyStrategy;
import com.datastax.oss.driver.api.mapper.entity.naming.GetterStyle;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code movies}. All but the key may be null in the table; {@code settledVersion} is read
 * only here, for a claim must not write it.
 */
@Entity
@CqlName("movies")
@PropertyStrategy(mutable = false, getterStyle = GetterStyle.FLUENT)
record LedgerRow(
    UUID movieId,
    @Nullable Long version,
    @Nullable Boolean deleted,
    @Nullable String title,
    @Nullable Integer releaseYear,
    @Nullable LocalDate releaseDate,
    @Nullable Set<String> genres,
    @Nullable List<String> actors,
    @Nullable List<String> directors,
    @Nullable String synopsis,
    @Nullable String previous,
    @Nullable UUID claimId,
    @Nullable String createdBy,
    @Nullable Long settledVersion) {

  // The mapper takes its annotations from accessors.
  @Override
  @PartitionKey
  public UUID movieId() {
    return movieId;
  }

  @Override
  @Computed("settled_version")
  public @Nullable Long settledVersion() {
    return settledVersion;
  }
}
