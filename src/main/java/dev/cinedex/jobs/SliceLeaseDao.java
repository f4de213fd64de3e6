package dev.cinedex.jobs;

import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.mapper.annotations.Dao;
import com.datastax.oss.driver.api.mapper.annotations.Query;
import com.datastax.oss.driver.api.mapper.annotations.StatementAttributes;
import dev.cinedex.cassandra.DriverProfiles;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The statements of {@code lookup_leases}. Each change is an LWT; returns whether it was applied.
 */
@Dao
interface SliceLeaseDao {
  @Query(
      "SELECT worker FROM lookup_leases WHERE job_id = :jobId AND phase = :phase AND slice = :slice")
  @StatementAttributes(executionProfileName = DriverProfiles.CATALOG, idempotence = true)
  @Nullable Row find(UUID jobId, String phase, int slice);

  @Query(
      "INSERT INTO lookup_leases (job_id, phase, slice, worker)"
          + " VALUES (:jobId, :phase, :slice, :worker) IF NOT EXISTS")
  @StatementAttributes(executionProfileName = DriverProfiles.CATALOG)
  boolean take(UUID jobId, String phase, int slice, String worker);

  @Query(
      "UPDATE lookup_leases SET worker = :worker"
          + " WHERE job_id = :jobId AND phase = :phase AND slice = :slice IF worker = :last")
  @StatementAttributes(executionProfileName = DriverProfiles.CATALOG)
  boolean takeOver(UUID jobId, String phase, int slice, String worker, String last);
}
