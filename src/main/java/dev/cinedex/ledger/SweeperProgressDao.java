package dev.cinedex.ledger;

import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.mapper.annotations.Dao;
import com.datastax.oss.driver.api.mapper.annotations.Query;
import com.datastax.oss.driver.api.mapper.annotations.StatementAttributes;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The statements of {@code sweeper_progress}. */
@Dao
interface SweeperProgressDao {

  @Query("SELECT swept_until FROM sweeper_progress WHERE shard = :shard")
  @StatementAttributes(idempotence = true)
  @Nullable Row find(int shard);

  @Query("UPDATE sweeper_progress SET swept_until = :sweptUntil WHERE shard = :shard")
  @StatementAttributes(idempotence = true)
  void update(int shard, Instant sweptUntil);
}
