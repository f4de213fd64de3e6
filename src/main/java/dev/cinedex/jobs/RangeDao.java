package dev.cinedex.jobs;

import com.datastax.oss.driver.api.core.PagingIterable;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.mapper.annotations.Dao;
import com.datastax.oss.driver.api.mapper.annotations.DefaultNullSavingStrategy;
import com.datastax.oss.driver.api.mapper.annotations.Insert;
import com.datastax.oss.driver.api.mapper.annotations.Query;
import com.datastax.oss.driver.api.mapper.annotations.Select;
import com.datastax.oss.driver.api.mapper.annotations.StatementAttributes;
import com.datastax.oss.driver.api.mapper.entity.saving.NullSavingStrategy;
import dev.cinedex.cassandra.DriverProfiles;
import dev.cinedex.lookup.RowSketch;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;

/**
 * The statements for the rows of {@code lookup_jobs}: one for each finished slice, or for several
 * slices whose sketches are summed up. A slice counts once: a row that shares a slice with a row
 * before it does not count, and its other slices are processed again.
 */
@Dao
@DefaultNullSavingStrategy(NullSavingStrategy.SET_TO_NULL)
interface RangeDao {

  /** Records that slices are finished, so that they are not processed again. */
  @Insert
  @StatementAttributes(executionProfileName = DriverProfiles.CATALOG, idempotence = true)
  void finish(RangeRow row);

  @Select
  @StatementAttributes(executionProfileName = DriverProfiles.CATALOG, idempotence = true)
  PagingIterable<FinishedRange> select(UUID jobId);

  @Query("SELECT slice, slices FROM lookup_jobs WHERE job_id = :jobId AND phase = :phase")
  @StatementAttributes(executionProfileName = DriverProfiles.CATALOG, idempotence = true)
  ResultSet selectRanges(UUID jobId, String phase);

  /** Reads sketches in small pages: each has up to 1.3 MB. */
  @Query("SELECT slice, slices, digest FROM lookup_jobs WHERE job_id = :jobId AND phase = :phase")
  @StatementAttributes(
      executionProfileName = DriverProfiles.CATALOG,
      idempotence = true,
      pageSize = 4)
  ResultSet selectDigests(UUID jobId, String phase);

  /** Returns the rows of all phases that count. */
  default List<FinishedRange> finished(UUID jobId) {
    Map<String, Set<Integer>> finished = new HashMap<>();
    List<FinishedRange> counting = new ArrayList<>();
    for (FinishedRange range : select(jobId)) {
      String phase = range.phase();
      Integer slice = range.slice();
      if (phase != null
          && slice != null
          && finish(
              slice, range.slices(), finished.computeIfAbsent(phase, each -> new HashSet<>()))) {
        counting.add(range);
      }
    }
    return counting;
  }

  /** Returns the indexes of the finished slices of a phase. */
  default Set<Integer> finished(UUID jobId, String phase) {
    Set<Integer> finished = new HashSet<>();
    selectRanges(jobId, phase).forEach(row -> finish(row, finished));
    return finished;
  }

  /**
   * Adds the sketches of a phase to their sum.
   *
   * @return the indexes of the slices that they have
   */
  default Set<Integer> addSketches(UUID jobId, String phase, RowSketch sum) {
    Set<Integer> finished = new HashSet<>();
    for (Row row : selectDigests(jobId, phase)) {
      ByteBuffer sketch = row.getByteBuffer("digest");
      if (finish(row, finished) && sketch != null) {
        sum.add(RowSketch.of(sketch));
      }
    }
    return finished;
  }

  private static boolean finish(Row row, Set<Integer> finished) {
    Set<Integer> slices = row.getSet("slices", Integer.class);
    return finish(row.getInt("slice"), Objects.requireNonNullElse(slices, Set.of()), finished);
  }

  /** Adds the slices of a row, unless one of them is finished already. */
  private static boolean finish(int slice, Set<Integer> slices, Set<Integer> finished) {
    Set<Integer> its = slices.isEmpty() ? Set.of(slice) : slices;
    return Collections.disjoint(its, finished) && finished.addAll(its);
  }
}
