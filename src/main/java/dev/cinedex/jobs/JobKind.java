package dev.cinedex.jobs;

import dev.cinedex.catalog.TableState;
import java.util.List;
import java.util.Set;

/** What requests, commands and stored jobs need to know of a kind of jobs. */
public interface JobKind {
  /** Returns the name in requests, in commands and in the table of jobs. */
  String text();

  /** Returns one line that says what the job does, for the help of the command line. */
  String help();

  /** Returns the options that jobs of this kind take, besides their speed and checksums. */
  Set<JobOption> options();

  /** Returns the states of a table in which such a job can begin. */
  Set<TableState> tableStates();

  /** Returns the names of the phases in order, as the job runs them. */
  List<String> phases(JobOptions options);

  /** Returns whether a job with these options repairs what it finds. */
  boolean repairs(JobOptions options);
}
