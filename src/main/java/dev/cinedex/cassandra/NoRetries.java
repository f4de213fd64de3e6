package dev.cinedex.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.retry.RetryDecision;
import com.datastax.oss.driver.api.core.retry.RetryPolicy;
import com.datastax.oss.driver.api.core.servererrors.CoordinatorException;
import com.datastax.oss.driver.api.core.servererrors.WriteType;
import com.datastax.oss.driver.api.core.session.Request;

/**
 * Never retries: the writer handles each failure of its claim itself. The driver's default policy
 * retries an unavailable statement on another node even if it is not idempotent. But a claim may
 * already be decided when the nodes for its commit turn out to be unavailable.
 */
@SuppressWarnings("deprecation") // the interface still demands these
public final class NoRetries implements RetryPolicy {

  /** Called by the driver, once for each execution profile with this policy. */
  public NoRetries(DriverContext context, String profileName) {}

  @Override
  public RetryDecision onReadTimeout(
      Request request,
      ConsistencyLevel consistency,
      int blockFor,
      int received,
      boolean dataPresent,
      int retries) {
    return RetryDecision.RETHROW;
  }

  @Override
  public RetryDecision onWriteTimeout(
      Request request,
      ConsistencyLevel consistency,
      WriteType writeType,
      int blockFor,
      int received,
      int retries) {
    return RetryDecision.RETHROW;
  }

  @Override
  public RetryDecision onUnavailable(
      Request request, ConsistencyLevel consistency, int required, int alive, int retries) {
    return RetryDecision.RETHROW;
  }

  @Override
  public RetryDecision onRequestAborted(Request request, Throwable error, int retries) {
    return RetryDecision.RETHROW;
  }

  @Override
  public RetryDecision onErrorResponse(Request request, CoordinatorException error, int retries) {
    return RetryDecision.RETHROW;
  }

  @Override
  public void close() {}
}
