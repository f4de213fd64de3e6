package dev.cinedex.ledger;

import com.datastax.oss.driver.api.mapper.annotations.DaoFactory;
import com.datastax.oss.driver.api.mapper.annotations.Mapper;

@Mapper
interface LedgerMapper {
  @DaoFactory
  LedgerDao movies();

  @DaoFactory
  NoteDao notes();

  @DaoFactory
  SweeperProgressDao sweeperProgress();
}
