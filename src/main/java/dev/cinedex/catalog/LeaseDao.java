package dev.cinedex.catalog;

import com.datastax.oss.driver.api.core.PagingIterable;
import com.datastax.oss.driver.api.mapper.annotations.Dao;
import com.datastax.oss.driver.api.mapper.annotations.Delete;
import com.datastax.oss.driver.api.mapper.annotations.Insert;
import com.datastax.oss.driver.api.mapper.annotations.Select;
import com.datastax.oss.driver.api.mapper.annotations.StatementAttributes;
import dev.cinedex.cassandra.DriverProfiles;
import java.util.UUID;

/** The statements of {@code live_instances}. */
@Dao
interface LeaseDao {

  @Insert(ttl = ":seconds")
  @StatementAttributes(executionProfileName = DriverProfiles.CATALOG, idempotence = true)
  void renew(Lease lease, int seconds);

  /** Inserts a row that does not expire. */
  @Insert
  @StatementAttributes(executionProfileName = DriverProfiles.CATALOG, idempotence = true)
  void keep(Lease lease);

  /** Finds the leases that the local datacenter knows. */
  @Select
  @StatementAttributes(idempotence = true)
  PagingIterable<Lease> find(String role);

  /** Finds every acknowledged lease, in whichever datacenter it was renewed. */
  @Select
  @StatementAttributes(executionProfileName = DriverProfiles.CATALOG, idempotence = true)
  PagingIterable<Lease> findAcknowledged(String role);

  @Delete(entityClass = Lease.class)
  @StatementAttributes(executionProfileName = DriverProfiles.CATALOG, idempotence = true)
  void delete(String role, UUID instanceId);
}
