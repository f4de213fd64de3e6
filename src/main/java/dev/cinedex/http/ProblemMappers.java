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
 * Makes every exception a problem. What Jersey itself refuses has its own mapper, {@link
 * RefusalMapper}.
 */
public final class ProblemMappers implements Feature {
  private static final Logger LOGGER = LoggerFactory.getLogger(ProblemMappers.class);

  @Override
  public boolean configure(FeatureContext context) {
    context.register(new RefusalMapper());
    context.register(new AllOthers());
    return true;
  }

  private static final class AllOthers implements ExceptionMapper<Throwable> {
    @Override
    public Response toResponse(Throwable e) {
      return problem(e).toResponse();
    }
  }

  /** Returns the problem that a failure is answered with, and logs what the user cannot mend. */
  static Problem problem(Throwable e) {
    if (e instanceof ProblemException known) {
      return known.problem();
    }
    if (e instanceof CinedexException known) {
      LOGGER.debug("A request was refused", e);
      String detail = String.valueOf(e.getMessage());
      return Problem.of(ProblemKind.of(known.code()), detail, known.fieldErrors());
    }
    if (e instanceof DriverException failure && Failures.isUnavailable(failure)) {
      LOGGER.warn("Cassandra did not answer a request: {}", e.toString());
      return Problem.of(
          ProblemKind.CASSANDRA_UNAVAILABLE, "Cassandra did not answer in time. Try again");
    }
    if (e instanceof ProcessingException && e.getCause() instanceof ParseException cause) {
      return Problem.of(Status.BAD_REQUEST, "A header cannot be read: " + cause.getMessage());
    }
    LOGGER.error("A request failed", e);
    return Problem.of(Status.INTERNAL_SERVER_ERROR, "The service failed; its log names the cause");
  }
}
