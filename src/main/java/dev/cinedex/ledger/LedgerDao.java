package dev.cinedex.ledger;

import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.mapper.annotations.Dao;
import com.datastax.oss.driver.api.mapper.annotations.GetEntity;
import com.datastax.oss.driver.api.mapper.annotations.SetEntity;
import com.datastax.oss.driver.api.mapper.entity.saving.NullSavingStrategy;

/** Maps the rows of the ledger; the statements are in {@link LedgerStatements}. */
@Dao
interface LedgerDao {
  @GetEntity
  LedgerRow row(Row row);

  /** Sets what a claim writes; the statement has no place for the settled version. */
  @SetEntity(lenient = true, nullSavingStrategy = NullSavingStrategy.SET_TO_NULL)
  void set(LedgerRow row, BoundStatementBuilder claim);
}
