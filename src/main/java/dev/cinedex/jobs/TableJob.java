package dev.cinedex.jobs;

import dev.cinedex.lookup.LookupTable;
import dev.cinedex.verification.RowAccess;

/** A job with its table, and what its phases read and write with. */
record TableJob(
    Job job, LookupTable table, RowAccess access, RangeReader reader, FindingLog findings) {}
