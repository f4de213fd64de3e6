package dev.cinedex.ledger;

import com.datastax.oss.driver.api.mapper.annotations.ClusteringColumn;
import com.datastax.oss.driver.api.mapper.annotations.CqlName;
import com.datastax.oss.driver.api.mapper.annotations.Entity;
import com.datastax.oss.driver.api.mapper.annotations.PartitionKey;
import com.datastax.oss.driver.api.mapper.annotations.PropertyStrategy;
import com.datastax.oss.driver.api.mapper.entity.naming.GetterStyle;
import java.time.Instant;
import java.util.UUID;

/** A row of {@code unsettled_movies}: a claim whose lookup rows may not all be written. */
@Entity
@CqlName("unsettled_movies")
@PropertyStrategy(mutable = false, getterStyle = GetterStyle.FLUENT)
public record Note(int shard, Instant minute, UUID movieId, UUID claimId) {

  @Override
  @PartitionKey(0)
  public int shard() {
    return shard;
  }

  @Override
  @PartitionKey(1)
  public Instant minute() {
    return minute;
  }

  @Override
  @ClusteringColumn(0)
  public UUID movieId() {
    return movieId;
  }

  @Override
  @ClusteringColumn(1)
  public UUID claimId() {
    return claimId;
  }
}
