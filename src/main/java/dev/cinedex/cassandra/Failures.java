package dev.cinedex.cassandra;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.servererrors.CoordinatorException;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import dev.cinedex.errors.CinedexException;

/** Tells failures that may pass from those that will not. */
public final class Failures {
  private Failures() {}

  /** Whether Cassandra rejected the statement before it executed anything of it. */
  public static boolean isRefusal(Throwable e) {
    return e instanceof QueryValidationException;
  }

  /** Whether Cassandra, or the driver in its name, did not answer as it should. */
  public static boolean isUnavailable(Throwable e) {
    return e instanceof DriverException && !isRefusal(e);
  }

  /** Whether the same call may succeed later. */
  public static boolean isRetryable(Throwable e) {
    if (e instanceof CinedexException known) {
      return known.code().isRetryable();
    }
    return e instanceof AllNodesFailedException
        || e instanceof DriverTimeoutException
        || (e instanceof CoordinatorException && !isRefusal(e));
  }
}
