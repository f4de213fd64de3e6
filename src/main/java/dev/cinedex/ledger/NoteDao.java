package dev.cinedex.ledger;

import com.datastax.oss.driver.api.core.PagingIterable;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.mapper.annotations.Dao;
import com.datastax.oss.driver.api.mapper.annotations.GetEntity;
import com.datastax.oss.driver.api.mapper.annotations.SetEntity;

/** Maps the rows of notes; the statements are in {@link Notes}. */
@Dao
interface NoteDao {
  @GetEntity
  PagingIterable<Note> notes(ResultSet rows);

  @SetEntity
  BoundStatement set(Note note, BoundStatement statement);
}
