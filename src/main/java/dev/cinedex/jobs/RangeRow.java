package dev.cinedex.jobs;

import com.datastax.oss.driver.api.mapper.annotations.ClusteringColumn;
import com.datastax.oss.driver.api.mapper.annotations.CqlName;
import com.datastax.oss.driver.api.mapper.annotations.Entity;
import com.datastax.oss.driver.api.mapper.annotations.PartitionKey;
import com.datastax.oss.driver.api.mapper.annotations.PropertyStrategy;
import com.datastax.oss.driver.api.mapper.entity.naming.GetterStyle;
import java.nio.ByteBuffer;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code lookup_jobs}, as it is written: a finished token range of a phase.
 *
 * @param slice the index of the range
 * @param digest null in the phases that make none
 */
@Entity
@CqlName("lookup_jobs")
@PropertyStrategy(mutable = false, getterStyle = GetterStyle.FLUENT)
record RangeRow(
    UUID jobId,
    String phase,
    int slice,
    long read,
    long written,
    long missing,
    long stale,
    long orphaned,
    long mended,
    @Nullable ByteBuffer digest) {

  static RangeRow of(UUID jobId, String phase, int range, RangeResult result) {
    JobProgress progress = result.progress();
    return new RangeRow(
        jobId,
        phase,
        range,
        progress.read(),
        progress.written(),
        progress.missing(),
        progress.stale(),
        progress.orphaned(),
        progress.repaired(),
        result.digest() == null ? null : result.digest().bytes());
  }

  @Override
  @PartitionKey
  public UUID jobId() {
    return jobId;
  }

  @Override
  @ClusteringColumn(0)
  public String phase() {
    return phase;
  }

  @Override
  @ClusteringColumn(1)
  public int slice() {
    return slice;
  }
}
