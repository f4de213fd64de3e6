package dev.cinedex.catalog;

import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.mapper.annotations.Dao;
import com.datastax.oss.driver.api.mapper.annotations.Query;

/**
 * The statements of the schema lock, the column {@code schema_owner} of {@code lookup_tables}. They
 * are apart from {@link CatalogDao}, which can only be built when the table has all its columns:
 * missing columns are added under the lock.
 */
@Dao
interface SchemaLockDao {
  int SECONDS = 30;

  /** Takes the lock when it is free; otherwise the result has the column {@code schema_owner}. */
  @Query(
      "UPDATE lookup_tables USING TTL "
          + SECONDS
          + " SET schema_owner = :owner WHERE catalog = 'lookups' IF schema_owner = null")
  ResultSet acquire(String owner);

  /** Returns false when the lock has expired. */
  @Query(
      "UPDATE lookup_tables USING TTL "
          + SECONDS
          + " SET schema_owner = :owner WHERE catalog = 'lookups' IF schema_owner = :owner")
  boolean renew(String owner);

  /** Returns false when the lock has expired. */
  @Query(
      "UPDATE lookup_tables SET schema_owner = null WHERE catalog = 'lookups'"
          + " IF schema_owner = :owner")
  boolean release(String owner);
}
