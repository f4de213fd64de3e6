package dev.cinedex.http;

import com.datastax.oss.driver.api.core.DriverException;
import dev.cinedex.cassandra.Failures;
import dev.cinedex.errors.CinedexException;
import jakarta.ws.rs.ProcessingException;
import jakarta.ws.rs.core.Feature;
import jakarta.ws.rs.core.FeatureContext;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.Status;
import jakarta.ws.rs.ext.ExceptionMapper;
import java.text.ParseException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes every exception an answer: Jersey asks the mapper of the closest type. What Jersey itself
 * refuses has its own mapper, {@link RefusalMapper}.
 */
public final class ProblemMappers implements Feature {
  private static final Logger LOGGER = LoggerFactory.getLogger(ProblemMappers.class);

  @Override
  public boolean configure(FeatureContext context) {
    context.register(new KnownErrors());
    context.register(new DriverErrors());
    context.register(new UnreadableHeaders());
    context.register(new RefusalMapper());
    context.register(new AllOthers());
    return true;
  }

  private static final class KnownErrors implements ExceptionMapper<CinedexException> {
    @Override
    public Response toResponse(CinedexException e) {
      LOGGER.debug("A request was refused", e);
      String detail = String.valueOf(e.getMessage());
      return Problem.of(ProblemKind.of(e.code()), detail, e.fieldErrors()).toResponse();
    }
  }

  private static final class DriverErrors implements ExceptionMapper<DriverException> {
    @Override
    public Response toResponse(DriverException e) {
      if (!Failures.isUnavailable(e)) {
        return failure(e);
      }
      LOGGER.warn("Cassandra did not answer a request: {}", e.toString());
      return Problem.of(
              ProblemKind.CASSANDRA_UNAVAILABLE, "Cassandra did not answer in time. Try again")
          .toResponse();
    }
  }

  private static final class UnreadableHeaders implements ExceptionMapper<ProcessingException> {
    @Override
    public Response toResponse(ProcessingException e) {
      return e.getCause() instanceof ParseException cause
          ? Problem.of(Status.BAD_REQUEST, "A header cannot be read: " + cause.getMessage())
              .toResponse()
          : failure(e);
    }
  }

  private static final class AllOthers implements ExceptionMapper<Throwable> {
    @Override
    public Response toResponse(Throwable e) {
      return failure(e);
    }
  }

  private static Response failure(Throwable e) {
    LOGGER.error("A request failed", e);
    return Problem.of(Status.INTERNAL_SERVER_ERROR, "The service failed; its log names the cause")
        .toResponse();
  }
}
