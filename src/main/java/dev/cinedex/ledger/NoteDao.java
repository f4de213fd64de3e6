package dev.cinedex.ledger;

import com.datastax.oss.driver.api.mapper.annotations.Dao;
import com.datastax.oss.driver.api.mapper.annotations.Delete;
import com.datastax.oss.driver.api.mapper.annotations.Insert;
import com.datastax.oss.driver.api.mapper.annotations.StatementAttributes;
import java.util.concurrent.CompletionStage;

/** The statements of {@code unsettled_movies}. */
@Dao
interface NoteDao {

  @Insert
  @StatementAttributes(idempotence = true)
  void create(NoteRow note);

  @Delete
  @StatementAttributes(idempotence = true)
  CompletionStage<Void> delete(NoteRow note);
}
