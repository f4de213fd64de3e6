package dev.cinedex.jobs;

import dev.cinedex.cassandra.TokenRange;
import dev.cinedex.lookup.LookupRow;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.verification.RowAccess;
import java.util.List;

/** A job with its tables, and what its phases read and write with. */
record TableJob(
    Job job, List<LookupTable> tables, RowAccess access, RangeReader reader, FindingLog findings) {

  /** Returns the table of a job that has only one. */
  LookupTable table() {
    return tables.get(0);
  }

  /** Returns the token range of a slice. */
  TokenRange range(int slice) {
    return job.range(slice);
  }

  /** Returns the index of a slice's table among the tables of the job. */
  int tableOf(int slice) {
    return job.table(slice);
  }

  /** Returns the token of a row's partition. */
  long token(LookupRow row) {
    return access.rows().token(row.key());
  }
}
