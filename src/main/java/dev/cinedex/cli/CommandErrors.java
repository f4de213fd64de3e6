package dev.cinedex.cli;

import dev.cinedex.cassandra.ClockSkewException;
import dev.cinedex.cassandra.LookupStateException;
import dev.cinedex.cassandra.StartupException;
import dev.cinedex.jobs.ImportFailedException;
import dev.cinedex.lookup.InvalidLookupException;
import io.dropwizard.configuration.ConfigurationException;
import io.dropwizard.configuration.UndefinedEnvironmentVariableException;
import java.io.IOException;
import java.io.PrintWriter;

/** How a command ends that cannot do its work: one clear line, unless the fault is ours. */
final class CommandErrors {
  private CommandErrors() {}

  static void print(Throwable e, PrintWriter err) {
    if (e instanceof StartupException
        || e instanceof LookupStateException
        || e instanceof ClockSkewException
        || e instanceof InvalidLookupException
        || e instanceof ImportFailedException
        || e instanceof ConfigurationException
        || e instanceof UndefinedEnvironmentVariableException) {
      err.println(String.valueOf(e.getMessage()).strip());
    } else if (e instanceof IOException) {
      err.println(e.getClass().getSimpleName() + ": " + e.getMessage());
    } else {
      e.printStackTrace(err);
    }
  }
}
