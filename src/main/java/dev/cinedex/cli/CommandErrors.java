package dev.cinedex.cli;

import dev.cinedex.cassandra.Failures;
import dev.cinedex.errors.CinedexException;
import io.dropwizard.configuration.ConfigurationException;
import io.dropwizard.configuration.UndefinedEnvironmentVariableException;
import java.io.IOException;
import java.io.PrintWriter;

/** How a command ends that is not simply done: with one clear line, unless the fault is ours. */
public final class CommandErrors {
  private static final int FINDINGS = 1;
  private static final int FAILURE = 2;

  private CommandErrors() {}

  /** 1 when it did its work and found what its user should look at, 2 when it could not do it. */
  public static int exitCode(Throwable e) {
    return e instanceof FindingsException ? FINDINGS : FAILURE;
  }

  static void print(Throwable e, PrintWriter err) {
    if (e instanceof CinedexException
        || e instanceof FindingsException
        || e instanceof ConfigurationException
        || e instanceof UndefinedEnvironmentVariableException) {
      err.println(String.valueOf(e.getMessage()).strip());
    } else if (Failures.isUnavailable(e)) {
      err.println("Cassandra does not answer as it should; try again: " + e.getMessage());
    } else if (e instanceof IOException) {
      err.println(e.getClass().getSimpleName() + ": " + e.getMessage());
    } else {
      e.printStackTrace(err);
    }
  }
}
