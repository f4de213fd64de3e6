package dev.cinedex.catalog;

import com.datastax.oss.driver.api.mapper.annotations.ClusteringColumn;
import com.datastax.oss.driver.api.mapper.annotations.CqlName;
import com.datastax.oss.driver.api.mapper.annotations.Entity;
import com.datastax.oss.driver.api.mapper.annotations.PartitionKey;
import com.datastax.oss.driver.api.mapper.annotations.PropertyStrategy;
import com.datastax.oss.driver.api.mapper.entity.naming.GetterStyle;
import java.util.UUID;

/**
 * A row of {@code live_instances}.
 *
 * @param host names the process, for operators
 * @param epoch the last change of the catalog that the instance knows
 */
@Entity
@CqlName("live_instances")
@PropertyStrategy(mutable = false, getterStyle = GetterStyle.FLUENT)
record Lease(String role, UUID instanceId, String host, long epoch) {

  // The mapper takes its annotations from accessors.
  @Override
  @PartitionKey
  public String role() {
    return role;
  }

  @Override
  @ClusteringColumn
  public UUID instanceId() {
    return instanceId;
  }
}
