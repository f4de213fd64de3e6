package dev.cinedex.catalog;

import com.datastax.oss.driver.api.core.PagingIterable;
import com.datastax.oss.driver.api.mapper.annotations.Dao;
import com.datastax.oss.driver.api.mapper.annotations.Query;
import com.datastax.oss.driver.api.mapper.annotations.Select;
import com.datastax.oss.driver.api.mapper.annotations.StatementAttributes;
import com.datastax.oss.driver.api.mapper.annotations.Update;
import com.datastax.oss.driver.api.mapper.entity.saving.NullSavingStrategy;
import dev.cinedex.cassandra.DriverProfiles;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The statements of {@code lookup_tables}, except for those of its column {@code schema_owner},
 * which are in {@link SchemaLockDao}.
 */
@Dao
interface CatalogDao {
  String PARTITION = "lookups";

  @Select(customWhereClause = "catalog = '" + PARTITION + "'")
  @StatementAttributes(executionProfileName = DriverProfiles.CATALOG, idempotence = true)
  PagingIterable<CatalogRow> rows();

  @Select(customWhereClause = "catalog = '" + PARTITION + "'")
  @StatementAttributes(executionProfileName = DriverProfiles.SERIAL, idempotence = true)
  PagingIterable<CatalogRow> rowsSerial();

  /**
   * Writes a table's row with the next epoch. Leaves its job, and the time of its verification, as
   * they are when the row has none.
   *
   * @param lastEpoch null before the first change of the catalog
   * @return false when the catalog has changed since it was read
   */
  @Update(customIfClause = "epoch = :lastEpoch")
  @StatementAttributes(executionProfileName = DriverProfiles.CATALOG)
  boolean put(CatalogRow row, @Nullable Long lastEpoch);

  /** Changes the state of a table; returns false when the catalog has changed since it was read. */
  @Query(
      "UPDATE lookup_tables SET epoch = :epoch, state = :state WHERE catalog = '"
          + PARTITION
          + "' AND table_name = :tableName IF epoch = :lastEpoch")
  @StatementAttributes(executionProfileName = DriverProfiles.CATALOG)
  boolean change(String tableName, String state, long epoch, long lastEpoch);

  /**
   * Sets the last job of a table; returns false when another job was faster, or the table was
   * dropped: its row must not come back.
   */
  @Query(
      value =
          "UPDATE lookup_tables SET job_id = :jobId WHERE catalog = '"
              + PARTITION
              + "' AND table_name = :tableName IF job_id = :lastJobId"
              + " AND state IN ('building', 'verifying', 'ready', 'retired')",
      nullSavingStrategy = NullSavingStrategy.SET_TO_NULL)
  @StatementAttributes(executionProfileName = DriverProfiles.CATALOG)
  boolean begin(String tableName, @Nullable UUID lastJobId, UUID jobId);

  /**
   * Writes the row of a planned table with its job and the next epoch.
   *
   * @param lastEpoch null before the first change of the catalog
   * @param lastJobId null when there was no job on a table of this name
   * @return false when the catalog, or the job on the table, has changed since it was read
   */
  @Update(customIfClause = "epoch = :lastEpoch AND job_id = :lastJobId")
  @StatementAttributes(executionProfileName = DriverProfiles.CATALOG)
  boolean plan(CatalogRow row, @Nullable Long lastEpoch, @Nullable UUID lastJobId);

  /** Sets the job that drops a table; returns false when another job was faster. */
  @Query(
      value =
          "UPDATE lookup_tables SET job_id = :jobId WHERE catalog = '"
              + PARTITION
              + "' AND table_name = :tableName IF job_id = :lastJobId AND state = 'dropped'",
      nullSavingStrategy = NullSavingStrategy.SET_TO_NULL)
  @StatementAttributes(executionProfileName = DriverProfiles.CATALOG)
  boolean beginDrop(String tableName, @Nullable UUID lastJobId, UUID jobId);

  /**
   * Sets the time of a table's last verification; returns false when the job is not the last one of
   * the table, or the table was dropped.
   */
  @Query(
      "UPDATE lookup_tables SET verified_at = :verifiedAt WHERE catalog = '"
          + PARTITION
          + "' AND table_name = :tableName IF job_id = :jobId")
  @StatementAttributes(executionProfileName = DriverProfiles.CATALOG)
  boolean verified(String tableName, UUID jobId, Instant verifiedAt);

  /** Removes the row of a dropped table if this was its last job. */
  @Query(
      value =
          "DELETE FROM lookup_tables WHERE catalog = '"
              + PARTITION
              + "' AND table_name = :tableName IF state = 'dropped' AND job_id = :lastJobId",
      nullSavingStrategy = NullSavingStrategy.SET_TO_NULL)
  @StatementAttributes(executionProfileName = DriverProfiles.CATALOG)
  boolean remove(String tableName, @Nullable UUID lastJobId);

  /** Stores the first key of the cursors; returns false when there is one already. */
  @Query(
      "UPDATE lookup_tables SET secret = :secret WHERE catalog = '"
          + PARTITION
          + "' IF secret = null")
  boolean createSecret(ByteBuffer secret);

  /**
   * Replaces the keys of the cursors, the first one too.
   *
   * @param last null before the first rotation
   * @return false when they have changed since they were read
   */
  @Query(
      value =
          "UPDATE lookup_tables SET cursor_keys = :keys, secret = null WHERE catalog = '"
              + PARTITION
              + "' IF cursor_keys = :last",
      nullSavingStrategy = NullSavingStrategy.SET_TO_NULL)
  @StatementAttributes(executionProfileName = DriverProfiles.CATALOG)
  boolean replaceCursorKeys(Map<Instant, ByteBuffer> keys, @Nullable Map<Instant, ByteBuffer> last);

  /** Fails unless a quorum of the replicas answers in time. */
  @Query("SELECT epoch FROM lookup_tables WHERE catalog = '" + PARTITION + "'")
  @StatementAttributes(timeout = "PT2.5S")
  void probe();
}
