package dev.cinedex.jobs;

import com.datastax.oss.driver.api.mapper.annotations.ClusteringColumn;
import com.datastax.oss.driver.api.mapper.annotations.CqlName;
import com.datastax.oss.driver.api.mapper.annotations.Entity;
import com.datastax.oss.driver.api.mapper.annotations.PartitionKey;
import com.datastax.oss.driver.api.mapper.annotations.PropertyStrategy;
import com.datastax.oss.driver.api.mapper.entity.naming.GetterStyle;
import java.util.UUID;

/**
 * A row of {@code lookup_findings}.
 *
 * @param slice the index of the token range
 * @param rowKey the key of the row as JSON, so that each row is stored once
 * @param finding as JSON
 */
@Entity
@CqlName("lookup_findings")
@PropertyStrategy(mutable = false, getterStyle = GetterStyle.FLUENT)
record FindingRow(UUID jobId, String phase, int slice, String rowKey, String finding) {

  @Override
  @PartitionKey(0)
  public UUID jobId() {
    return jobId;
  }

  @Override
  @PartitionKey(1)
  public String phase() {
    return phase;
  }

  @Override
  @PartitionKey(2)
  public int slice() {
    return slice;
  }

  @Override
  @ClusteringColumn
  public String rowKey() {
    return rowKey;
  }
}
