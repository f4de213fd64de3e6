package dev.cinedex.jobs;

import com.datastax.oss.driver.api.core.PagingIterable;
import com.datastax.oss.driver.api.mapper.annotations.Dao;
import com.datastax.oss.driver.api.mapper.annotations.Insert;
import com.datastax.oss.driver.api.mapper.annotations.Select;
import com.datastax.oss.driver.api.mapper.annotations.StatementAttributes;
import dev.cinedex.cassandra.DriverProfiles;
import java.util.UUID;

/** The statements of {@code lookup_findings}. */
@Dao
interface FindingDao {

  /** Stores a finding, or replaces the one with the same key. */
  @Insert
  @StatementAttributes(executionProfileName = DriverProfiles.CATALOG, idempotence = true)
  void store(FindingRow row);

  /** Reads findings in small pages: each can hold two rows of the largest size. */
  @Select
  @StatementAttributes(
      executionProfileName = DriverProfiles.CATALOG,
      idempotence = true,
      pageSize = 5)
  PagingIterable<FindingRow> find(UUID jobId, String phase, int slice);
}
