package dev.cinedex.jobs;

import com.datastax.oss.driver.api.mapper.annotations.ClusteringColumn;
import com.datastax.oss.driver.api.mapper.annotations.CqlName;
import com.datastax.oss.driver.api.mapper.annotations.Entity;
import com.datastax.oss.driver.api.mapper.annotations.PartitionKey;
import com.datastax.oss.driver.api.mapper.annotations.PropertyStrategy;
import com.datastax.oss.driver.api.mapper.entity.naming.GetterStyle;
import java.nio.ByteBuffer;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code lookup_jobs}, as it is written: a finished slice of a phase, or several that one
 * instance has finished.
 *
 * @param slice the index of the slice, or of the first of several
 * @param digest the sketch; null in the phases that make none
 * @param slices the indexes of several slices; null for one
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
    @Nullable ByteBuffer digest,
    @Nullable Set<Integer> slices) {

  static RangeRow of(UUID jobId, String phase, int slice, RangeResult result) {
    return of(jobId, phase, slice, result, null);
  }

  static RangeRow of(
      UUID jobId, String phase, int slice, RangeResult result, @Nullable Set<Integer> slices) {
    JobProgress progress = result.progress();
    return new RangeRow(
        jobId,
        phase,
        slice,
        progress.read(),
        progress.written(),
        progress.missing(),
        progress.stale(),
        progress.orphaned(),
        progress.repaired(),
        result.sketch() == null ? null : result.sketch().bytes(),
        slices);
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
