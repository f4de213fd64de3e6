package dev.cinedex.cassandra;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.servererrors.CoordinatorException;
import com.datastax.oss.driver.api.core.servererrors.DefaultWriteType;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import com.datastax.oss.driver.api.core.servererrors.WriteTimeoutException;
import dev.cinedex.errors.CinedexException;

/** Tells temporary failures from permanent ones. */
public final class Failures {
  private Failures() {}

  /** Returns whether Cassandra rejected the statement before it executed any part of it. */
  public static boolean isRefusal(Throwable e) {
    return e instanceof QueryValidationException;
  }

  /** Returns whether Cassandra did not answer, or answered that it could not do what was asked. */
  public static boolean isUnavailable(Throwable e) {
    return e instanceof DriverException && !isRefusal(e);
  }

  /** Returns whether a logged batch timed out that Cassandra will apply by itself. */
  public static boolean isLoggedBatch(Throwable e) {
    return e instanceof WriteTimeoutException timeout
        && timeout.getWriteType() == DefaultWriteType.BATCH;
  }

  /** Returns whether the same call may succeed later. */
  public static boolean isRetryable(Throwable e) {
    if (e instanceof CinedexException known) {
      return known.code().isRetryable();
    }
    return e instanceof AllNodesFailedException
        || e instanceof DriverTimeoutException
        || (e instanceof CoordinatorException && !isRefusal(e));
  }
}
