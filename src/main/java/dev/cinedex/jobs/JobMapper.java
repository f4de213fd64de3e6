package dev.cinedex.jobs;

import com.datastax.oss.driver.api.mapper.annotations.DaoFactory;
import com.datastax.oss.driver.api.mapper.annotations.Mapper;

@Mapper
interface JobMapper {
  @DaoFactory
  JobDao jobs();

  @DaoFactory
  RangeDao ranges();

  @DaoFactory
  SliceLeaseDao sliceLeases();

  @DaoFactory
  FindingDao findings();
}
