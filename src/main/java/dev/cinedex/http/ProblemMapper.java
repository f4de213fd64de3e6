package dev.cinedex.http;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import dev.cinedex.cassandra.ClockSkewException;
import dev.cinedex.cassandra.LookupStateException;
import dev.cinedex.cassandra.NoSuchLookupException;
import dev.cinedex.cassandra.StaleCatalogException;
import dev.cinedex.cassandra.StartupException;
import dev.cinedex.http.Problem.Kind;
import dev.cinedex.ledger.ContentionException;
import dev.cinedex.ledger.UnknownOutcomeException;
import dev.cinedex.lookup.InvalidLookupException;
import dev.cinedex.movie.InvalidMovieException;
import dev.cinedex.movie.MalformedJsonException;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.NotAcceptableException;
import jakarta.ws.rs.NotAllowedException;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.NotSupportedException;
import jakarta.ws.rs.ProcessingException;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.ResponseBuilder;
import jakarta.ws.rs.core.Response.Status;
import jakarta.ws.rs.ext.ExceptionMapper;
import java.text.ParseException;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one place where an exception becomes an answer. */
final class ProblemMapper implements ExceptionMapper<Throwable> {
  private static final Logger LOGGER = LoggerFactory.getLogger(ProblemMapper.class);

  @Override
  public Response toResponse(Throwable e) {
    if (e instanceof ProblemException problem) {
      return problem.getResponse();
    }
    if (e instanceof WebApplicationException http) {
      return of(http);
    }
    if (e instanceof ProcessingException && e.getCause() instanceof ParseException) {
      return Problem.of(Status.BAD_REQUEST, "A header cannot be read: " + e.getCause().getMessage())
          .toResponse()
          .build();
    }
    if (e instanceof MalformedJsonException malformed) {
      return answer(Kind.MALFORMED_JSON, malformed);
    }
    if (e instanceof InvalidMovieException invalid) {
      return Problem.of(Kind.INVALID_MOVIE, String.valueOf(invalid.getMessage()), invalid.errors())
          .toResponse()
          .build();
    }
    if (e instanceof InvalidLookupException invalid) {
      return answer(Kind.INVALID_LOOKUP, invalid);
    }
    if (e instanceof NoSuchLookupException missing) {
      return answer(Kind.NO_SUCH_LOOKUP, missing);
    }
    if (e instanceof LookupStateException state) {
      return answer(Kind.LOOKUP_STATE, state);
    }
    if (e instanceof StartupException schema) { // of a change of the schema
      return answer(Kind.SCHEMA_BUSY, schema);
    }
    if (e instanceof ContentionException contention) {
      return answer(Kind.CONTENTION, contention);
    }
    if (e instanceof ClockSkewException skew) {
      LOGGER.error("A write was refused: {}", skew.getMessage());
      return answer(Kind.CLOCK_SKEW, skew);
    }
    if (e instanceof StaleCatalogException stale) {
      LOGGER.warn("A write was refused: {}", stale.getMessage());
      return answer(Kind.CATALOG_STALE, stale);
    }
    if (e instanceof UnknownOutcomeException unknown) {
      LOGGER.warn(
          "{} ({})", unknown.getMessage(), Objects.toString(unknown.getCause(), "replaced"));
      return answer(Kind.OUTCOME_UNKNOWN, unknown);
    }
    if (e instanceof DriverException driver && !(e instanceof QueryValidationException)) {
      return of(driver);
    }
    LOGGER.error("A request failed", e);
    return Problem.of(Status.INTERNAL_SERVER_ERROR, "The service has failed; its log has the cause")
        .toResponse()
        .build();
  }

  private static Response answer(Kind kind, RuntimeException e) {
    return Problem.of(kind, String.valueOf(e.getMessage())).toResponse().build();
  }

  /** What Jersey itself refuses: keeps its headers, such as {@code Allow}. */
  private static Response of(WebApplicationException e) {
    Response original = e.getResponse();
    if (original.getStatus() < 400) {
      return original;
    }
    ResponseBuilder answer = Response.fromResponse(original).type(Problem.MEDIA_TYPE);
    String detail = String.valueOf(e.getMessage());
    if (e instanceof NotFoundException) {
      detail = "There is nothing at this path; /docs shows those that there are";
    } else if (e instanceof NotAllowedException) {
      Set<String> methods = allowed(original);
      answer.allow(methods);
      detail = "This path has no such method; it has " + String.join(", ", methods);
    } else if (e instanceof NotAcceptableException) {
      detail = "Accept: none of these types is sent here; ask for application/json";
    } else if (e instanceof NotSupportedException) {
      detail = "Content-Type: a body of this type is not taken here; send application/json";
    }
    return answer.entity(Problem.of(original.getStatusInfo(), detail)).build();
  }

  /** Jersey leaves out those that it provides itself. */
  private static Set<String> allowed(Response refusal) {
    Set<String> methods = new TreeSet<>(refusal.getAllowedMethods());
    methods.add(HttpMethod.OPTIONS);
    if (methods.contains(HttpMethod.GET)) {
      methods.add(HttpMethod.HEAD);
    }
    return methods;
  }

  private static Response of(DriverException e) {
    LOGGER.warn("Cassandra did not answer a request: {}", e.toString());
    String detail =
        e instanceof AllNodesFailedException
            ? "No node of Cassandra answered. Try again"
            : "Cassandra did not answer in time. Try again";
    return Problem.of(Kind.CASSANDRA_UNAVAILABLE, detail).toResponse().build();
  }
}
