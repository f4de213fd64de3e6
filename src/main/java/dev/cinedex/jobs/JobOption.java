package dev.cinedex.jobs;

/** The options of a job that only some kinds take. */
public enum JobOption {
  /** The job repairs what it finds. */
  APPLY,
  /** The declaration of a table, which is added before the job begins. */
  DECLARATION,
  /** The rows that the job looks at. */
  SCOPE,
  /** The job looks at all tables at the same time. */
  ALL
}
