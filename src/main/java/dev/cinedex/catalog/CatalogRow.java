package dev.cinedex.catalog;

import com.datastax.oss.driver.api.mapper.annotations.ClusteringColumn;
import com.datastax.oss.driver.api.mapper.annotations.CqlName;
import com.datastax.oss.driver.api.mapper.annotations.Entity;
import com.datastax.oss.driver.api.mapper.annotations.PartitionKey;
import com.datastax.oss.driver.api.mapper.annotations.PropertyStrategy;
import com.datastax.oss.driver.api.mapper.entity.naming.GetterStyle;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A row of {@code lookup_tables}. While the catalog has no table, there is one row without a table
 * name: it has the static columns.
 */
@Entity
@CqlName("lookup_tables")
@PropertyStrategy(mutable = false, getterStyle = GetterStyle.FLUENT)
record CatalogRow(
    String catalog,
    @Nullable String tableName,
    @Nullable Long epoch,
    @Nullable String definition,
    @Nullable String maintenance,
    @Nullable String state,
    @Nullable UUID jobId,
    @Nullable Instant verifiedAt,
    @Nullable ByteBuffer secret,
    @Nullable Map<Instant, ByteBuffer> cursorKeys) {

  // The mapper takes its annotations from accessors.
  @Override
  @PartitionKey
  public String catalog() {
    return catalog;
  }

  @Override
  @ClusteringColumn
  public @Nullable String tableName() {
    return tableName;
  }
}
