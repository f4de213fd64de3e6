package dev.cinedex.ledger;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.mapper.annotations.DaoFactory;
import com.datastax.oss.driver.api.mapper.annotations.Mapper;

/** Makes the DAOs of the ledger, of its notes, and of the sweeper's progress. */
@Mapper
interface LedgerMapper {
  static LedgerMapper of(CqlSession session) {
    // The names of tables and id columns come from the entity type, which the mapper cannot check.
    return new LedgerMapperBuilder(session).withSchemaValidationEnabled(false).build();
  }

  @DaoFactory
  LedgerDao ledger();

  @DaoFactory
  NoteDao notes();

  @DaoFactory
  SweeperProgressDao sweeperProgress();
}
