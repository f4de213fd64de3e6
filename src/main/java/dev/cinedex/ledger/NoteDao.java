package dev.cinedex.ledger;

import com.datastax.oss.driver.api.core.PagingIterable;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.mapper.annotations.Dao;
import com.datastax.oss.driver.api.mapper.annotations.Delete;
import com.datastax.oss.driver.api.mapper.annotations.Insert;
import com.datastax.oss.driver.api.mapper.annotations.Query;
import com.datastax.oss.driver.api.mapper.annotations.Select;
import com.datastax.oss.driver.api.mapper.annotations.StatementAttributes;
import java.time.Instant;
import java.util.concurrent.CompletionStage;

/** The statements of {@code unsettled_movies}. */
@Dao
interface NoteDao {

  @Insert
  @StatementAttributes(idempotence = true)
  void create(Note note);

  @Select
  @StatementAttributes(idempotence = true)
  PagingIterable<Note> find(int shard, Instant minute);

  /** A scan of the whole table's partitions, most of them empty: for a first start only. */
  @Query("SELECT DISTINCT shard, minute FROM unsettled_movies")
  @StatementAttributes(idempotence = true)
  ResultSet findPartitions();

  @Delete
  @StatementAttributes(idempotence = true)
  CompletionStage<Void> delete(Note note);
}
