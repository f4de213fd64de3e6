package dev.cinedex.jobs;

import static java.util.Objects.requireNonNull;

import com.datastax.oss.driver.api.core.PagingIterable;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.mapper.annotations.Dao;
import com.datastax.oss.driver.api.mapper.annotations.DefaultNullSavingStrategy;
import com.datastax.oss.driver.api.mapper.annotations.Insert;
import com.datastax.oss.driver.api.mapper.annotations.Query;
import com.datastax.oss.driver.api.mapper.annotations.Select;
import com.datastax.oss.driver.api.mapper.annotations.StatementAttributes;
import com.datastax.oss.driver.api.mapper.entity.saving.NullSavingStrategy;
import dev.cinedex.cassandra.DriverProfiles;
import dev.cinedex.lookup.RowDigest;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** The statements for the rows of {@code lookup_jobs}: one for each finished token range. */
@Dao
@DefaultNullSavingStrategy(NullSavingStrategy.SET_TO_NULL)
interface RangeDao {

  /** Records that a range is finished, so that it is not processed again after an interruption. */
  @Insert
  @StatementAttributes(executionProfileName = DriverProfiles.CATALOG, idempotence = true)
  void finish(RangeRow row);

  @Select
  @StatementAttributes(executionProfileName = DriverProfiles.CATALOG, idempotence = true)
  PagingIterable<FinishedRange> select(UUID jobId);

  @Query("SELECT slice FROM lookup_jobs WHERE job_id = :jobId AND phase = :phase")
  @StatementAttributes(executionProfileName = DriverProfiles.CATALOG, idempotence = true)
  ResultSet selectRanges(UUID jobId, String phase);

  @Query("SELECT digest FROM lookup_jobs WHERE job_id = :jobId AND phase = :phase")
  @StatementAttributes(executionProfileName = DriverProfiles.CATALOG, idempotence = true)
  ResultSet selectDigests(UUID jobId, String phase);

  /** Returns the finished ranges of all phases. */
  default List<FinishedRange> finished(UUID jobId) {
    return select(jobId).all().stream().filter(range -> range.slice() != null).toList();
  }

  /** Returns the indexes of the finished ranges of a phase. */
  default Set<Integer> finished(UUID jobId, String phase) {
    Set<Integer> ranges = new HashSet<>();
    selectRanges(jobId, phase).forEach(row -> ranges.add(row.getInt("slice")));
    return ranges;
  }

  /** Returns the sum of the digests of all finished ranges of a phase. */
  default RowDigest digest(UUID jobId, String phase) {
    RowDigest sum = new RowDigest();
    selectDigests(jobId, phase)
        .forEach(row -> sum.add(RowDigest.of(requireNonNull(row.getByteBuffer("digest")))));
    return sum;
  }
}
