package dev.cinedex.jobs;

import com.datastax.oss.driver.api.core.PagingIterable;
import com.datastax.oss.driver.api.mapper.annotations.Dao;
import com.datastax.oss.driver.api.mapper.annotations.DefaultNullSavingStrategy;
import com.datastax.oss.driver.api.mapper.annotations.Query;
import com.datastax.oss.driver.api.mapper.annotations.StatementAttributes;
import com.datastax.oss.driver.api.mapper.entity.saving.NullSavingStrategy;
import dev.cinedex.cassandra.DriverProfiles;
import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The statements for the static columns of {@code lookup_jobs}. Each change is an LWT and returns
 * whether it was applied.
 */
@Dao
@DefaultNullSavingStrategy(NullSavingStrategy.SET_TO_NULL)
interface JobDao {
  /** The time after its last renewal at which another instance can take a job. */
  int LEASE_SECONDS = 10;

  @Query(
      "UPDATE lookup_jobs SET table_name = :tableName, kind = :kind, options = :options,"
          + " state = 'running' WHERE job_id = :jobId IF state = null")
  @StatementAttributes(executionProfileName = DriverProfiles.CATALOG)
  boolean create(UUID jobId, String tableName, String kind, String options);

  @Query(
      "SELECT DISTINCT job_id, table_name, kind, options, state, message, owner, workers, finished_at"
          + " FROM lookup_jobs WHERE job_id = :jobId")
  @StatementAttributes(executionProfileName = DriverProfiles.CATALOG, idempotence = true)
  @Nullable JobRow find(UUID jobId);

  /** Reads the static columns of every job that is kept, in no order. */
  @Query(
      "SELECT DISTINCT job_id, table_name, kind, options, state, message, owner, workers, finished_at"
          + " FROM lookup_jobs")
  @StatementAttributes(idempotence = true)
  PagingIterable<JobRow> all();

  @Query(
      "UPDATE lookup_jobs USING TTL "
          + LEASE_SECONDS
          + " SET owner = :owner WHERE job_id = :jobId IF state = 'running' AND owner = null")
  @StatementAttributes(executionProfileName = DriverProfiles.CATALOG)
  boolean acquire(UUID jobId, String owner);

  @Query(
      "UPDATE lookup_jobs USING TTL "
          + LEASE_SECONDS
          + " SET owner = :owner WHERE job_id = :jobId IF state = 'running' AND owner = :owner")
  @StatementAttributes(executionProfileName = DriverProfiles.CATALOG)
  boolean renew(UUID jobId, String owner);

  @Query("UPDATE lookup_jobs SET owner = null WHERE job_id = :jobId IF owner = :owner")
  @StatementAttributes(executionProfileName = DriverProfiles.CATALOG)
  boolean release(UUID jobId, String owner);

  /** Adds an instance to those that take slices, or renews its entry. */
  @Query(
      "UPDATE lookup_jobs USING TTL "
          + LEASE_SECONDS
          + " SET workers = workers + :worker WHERE job_id = :jobId IF state = 'running'")
  @StatementAttributes(executionProfileName = DriverProfiles.CATALOG)
  boolean join(UUID jobId, Set<String> worker);

  @Query("UPDATE lookup_jobs SET workers = workers - :worker WHERE job_id = :jobId IF EXISTS")
  @StatementAttributes(executionProfileName = DriverProfiles.CATALOG)
  boolean leave(UUID jobId, Set<String> worker);

  @Query("UPDATE lookup_jobs SET message = :message WHERE job_id = :jobId IF state = 'running'")
  @StatementAttributes(executionProfileName = DriverProfiles.CATALOG)
  boolean report(UUID jobId, @Nullable String message);

  /** Puts a job from one state into another on behalf of a user. */
  @Query(
      "UPDATE lookup_jobs SET state = :newState, message = :message, finished_at = :finishedAt"
          + " WHERE job_id = :jobId IF state = :expectedState")
  @StatementAttributes(executionProfileName = DriverProfiles.CATALOG)
  boolean change(
      UUID jobId,
      String expectedState,
      String newState,
      @Nullable String message,
      @Nullable Instant finishedAt);

  /** Finishes a running job on behalf of its owner. */
  @Query(
      "UPDATE lookup_jobs SET state = :state, message = :message, finished_at = :finishedAt,"
          + " owner = null WHERE job_id = :jobId IF state = 'running' AND owner = :owner")
  @StatementAttributes(executionProfileName = DriverProfiles.CATALOG)
  boolean finish(
      UUID jobId, String owner, String state, @Nullable String message, Instant finishedAt);
}
