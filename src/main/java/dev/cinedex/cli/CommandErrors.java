package dev.cinedex.cli;

import dev.cinedex.cassandra.Failures;
import dev.cinedex.errors.CinedexException;
import dev.cinedex.errors.ErrorCode;
import io.dropwizard.configuration.ConfigurationException;
import io.dropwizard.configuration.UndefinedEnvironmentVariableException;
import java.io.IOException;
import java.io.PrintWriter;

/** Maps an exception that ends a command to its exit code and to what the user reads. */
public final class CommandErrors {
  private static final int FINDINGS = 1;
  private static final int FAILURE = 2;

  private CommandErrors() {}

  /** Returns 1 if the command did its work and found something, and 2 if it could not do it. */
  public static int exitCode(Throwable e) {
    boolean findings = e instanceof CinedexException known && known.code() == ErrorCode.FINDINGS;
    return findings ? FINDINGS : FAILURE;
  }

  /** Prints one line; only for a fault of Cinedex itself does it print the stack trace. */
  static void print(Throwable e, PrintWriter err) {
    if (e instanceof CinedexException || isAboutConfiguration(e)) {
      err.println(String.valueOf(e.getMessage()).strip());
    } else if (Failures.isUnavailable(e)) {
      err.println("Cassandra is not available; try again: " + e.getMessage());
    } else if (e instanceof IOException) {
      err.println(e.getClass().getSimpleName() + ": " + e.getMessage());
    } else {
      e.printStackTrace(err);
    }
  }

  private static boolean isAboutConfiguration(Throwable e) {
    return e instanceof ConfigurationException
        || e instanceof UndefinedEnvironmentVariableException;
  }
}
