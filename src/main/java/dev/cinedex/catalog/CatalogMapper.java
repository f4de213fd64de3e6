package dev.cinedex.catalog;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.mapper.annotations.DaoFactory;
import com.datastax.oss.driver.api.mapper.annotations.Mapper;

/** Builds each DAO when it is asked for: its table must then exist. */
@Mapper
interface CatalogMapper {
  static CatalogMapper of(CqlSession session) {
    return new CatalogMapperBuilder(session).build();
  }

  @DaoFactory
  CatalogDao catalog();

  @DaoFactory
  SchemaLockDao schemaLock();

  @DaoFactory
  LeaseDao leases();
}
