package dev.cinedex.ledger;

import com.datastax.oss.driver.api.core.PagingIterable;
import com.datastax.oss.driver.api.mapper.annotations.Dao;
import com.datastax.oss.driver.api.mapper.annotations.DefaultNullSavingStrategy;
import com.datastax.oss.driver.api.mapper.annotations.Query;
import com.datastax.oss.driver.api.mapper.annotations.Select;
import com.datastax.oss.driver.api.mapper.annotations.StatementAttributes;
import com.datastax.oss.driver.api.mapper.annotations.Update;
import com.datastax.oss.driver.api.mapper.entity.saving.NullSavingStrategy;
import dev.cinedex.cassandra.DriverProfiles;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The statements of {@code movies}. */
@Dao
@DefaultNullSavingStrategy(NullSavingStrategy.SET_TO_NULL)
interface LedgerDao {

  @Select
  @StatementAttributes(idempotence = true)
  @Nullable LedgerRow find(UUID movieId);

  @Select
  @StatementAttributes(idempotence = true)
  CompletionStage<@Nullable LedgerRow> findAsync(UUID movieId);

  /** In the order of tokens, and so of nothing that means anything. */
  @Select(customWhereClause = "token(movie_id) > :after AND token(movie_id) <= :upTo")
  @StatementAttributes(
      executionProfileName = DriverProfiles.CATALOG,
      pageSize = 500,
      idempotence = true)
  PagingIterable<LedgerRow> scan(long after, long upTo);

  @Select(customWhereClause = "token(movie_id) > :after", limit = ":most")
  @StatementAttributes(idempotence = true)
  PagingIterable<LedgerRow> sample(long after, int most);

  /** Finishes or cancels a claim that is under way before it answers. */
  @Select
  @StatementAttributes(executionProfileName = DriverProfiles.SERIAL, idempotence = true)
  @Nullable LedgerRow findSerial(UUID movieId);

  /**
   * The one LWT. The driver never repeats it: not idempotent, and with a profile that rules out the
   * repetition which needs no idempotence.
   *
   * @param expectedVersion null when the movie never existed
   */
  @Update(customIfClause = "version = :expectedVersion")
  @StatementAttributes(executionProfileName = DriverProfiles.CLAIM, idempotence = false)
  boolean claim(LedgerRow row, @Nullable Long expectedVersion);

  @Query(
      "UPDATE movies USING TIMESTAMP :version SET settled_version = :version"
          + " WHERE movie_id = :movieId")
  @StatementAttributes(idempotence = true)
  CompletionStage<Void> settle(UUID movieId, long version);
}
