package dev.cinedex.ledger;

import com.datastax.oss.driver.api.core.PagingIterable;
import com.datastax.oss.driver.api.mapper.annotations.Dao;
import com.datastax.oss.driver.api.mapper.annotations.Delete;
import com.datastax.oss.driver.api.mapper.annotations.Insert;
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

  @Delete
  @StatementAttributes(idempotence = true)
  CompletionStage<Void> delete(Note note);
}
