package dev.cinedex.jobs;

import com.datastax.oss.driver.api.mapper.annotations.CqlName;
import com.datastax.oss.driver.api.mapper.annotations.Entity;
import com.datastax.oss.driver.api.mapper.annotations.PartitionKey;
import com.datastax.oss.driver.api.mapper.annotations.PropertyStrategy;
import com.datastax.oss.driver.api.mapper.entity.naming.GetterStyle;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The static columns of a partition of {@code lookup_jobs}. Cells written at creation expire first,
 * so an expiring job can lack its table or its state.
 */
@Entity
@CqlName("lookup_jobs")
@PropertyStrategy(mutable = false, getterStyle = GetterStyle.FLUENT)
record JobRow(
    UUID jobId,
    @Nullable String tableName,
    @Nullable String kind,
    @Nullable String options,
    @Nullable String state,
    @Nullable String message,
    @Nullable String owner,
    Set<String> workers,
    @Nullable Instant finishedAt) {

  @Override
  @PartitionKey
  public UUID jobId() {
    return jobId;
  }
}
