package dev.cinedex.http;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.DriverException;
import dev.cinedex.cassandra.Failures;
import dev.cinedex.errors.CinedexException;
import dev.cinedex.http.Problem.Kind;
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
    if (e instanceof CinedexException known) {
      LOGGER.debug("A request was refused", known);
      return Problem.of(
              Kind.of(known.code()), String.valueOf(known.getMessage()), known.fieldErrors())
          .toResponse()
          .build();
    }
    if (e instanceof DriverException driver && Failures.isUnavailable(driver)) {
      return of(driver);
    }
    LOGGER.error("A request failed", e);
    return Problem.of(Status.INTERNAL_SERVER_ERROR, "The service has failed; its log has the cause")
        .toResponse()
        .build();
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
