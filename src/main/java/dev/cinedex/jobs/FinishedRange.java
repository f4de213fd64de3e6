package dev.cinedex.jobs;

import com.datastax.oss.driver.api.mapper.annotations.ClusteringColumn;
import com.datastax.oss.driver.api.mapper.annotations.Computed;
import com.datastax.oss.driver.api.mapper.annotations.CqlName;
import com.datastax.oss.driver.api.mapper.annotations.Entity;
import com.datastax.oss.driver.api.mapper.annotations.PartitionKey;
import com.datastax.oss.driver.api.mapper.annotations.PropertyStrategy;
import com.datastax.oss.driver.api.mapper.entity.naming.GetterStyle;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code lookup_jobs}, as it is read: without the digest, which is large.
 *
 * @param slice the index of the slice, or of the first of several; null in the one row of a job
 *     that has finished none yet
 * @param slices the indexes of several slices; empty for one
 * @param finished when the last slice was finished, in microseconds since the epoch
 */
@Entity
@CqlName("lookup_jobs")
@PropertyStrategy(mutable = false, getterStyle = GetterStyle.FLUENT)
record FinishedRange(
    UUID jobId,
    @Nullable String phase,
    @Nullable Integer slice,
    long read,
    long written,
    long missing,
    long stale,
    long orphaned,
    long mended,
    Set<Integer> slices,
    @Nullable Long finished) {

  @Override
  @PartitionKey
  public UUID jobId() {
    return jobId;
  }

  @Override
  @ClusteringColumn(0)
  public @Nullable String phase() {
    return phase;
  }

  @Override
  @ClusteringColumn(1)
  public @Nullable Integer slice() {
    return slice;
  }

  @Override
  @Computed("writetime(read)")
  public @Nullable Long finished() {
    return finished;
  }
}
