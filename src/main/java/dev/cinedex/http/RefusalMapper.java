package dev.cinedex.http;

import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.ResponseBuilder;
import jakarta.ws.rs.ext.ExceptionMapper;
import java.util.Set;
import java.util.TreeSet;

/**
 * Answers what Jersey itself refuses with a problem that says what the client can send instead. It
 * keeps Jersey's headers, such as {@code Allow}. Jersey never asks it about a {@link
 * ProblemException}, which brings its answer along.
 */
final class RefusalMapper implements ExceptionMapper<WebApplicationException> {
  static final String NOT_ACCEPTABLE =
      "Accept: none of these types is available; use application/json";

  static String noSuchMethod(String allowed) {
    return "This path does not have the method. Allowed: " + allowed;
  }

  @Override
  public Response toResponse(WebApplicationException e) {
    Response refusal = e.getResponse();
    if (refusal.getStatus() < 400) {
      return refusal;
    }
    ResponseBuilder answer = Response.fromResponse(refusal).type(Problem.MEDIA_TYPE);
    String detail =
        switch (refusal.getStatus()) {
          case 404 -> "Unknown path. See /docs for the API";
          case 405 -> {
            Set<String> methods = allowed(refusal);
            answer.allow(methods);
            yield noSuchMethod(String.join(", ", methods));
          }
          case 406 -> NOT_ACCEPTABLE;
          case 415 -> "Content-Type: not supported here; send application/json";
          default -> String.valueOf(e.getMessage());
        };
    return answer.entity(Problem.of(refusal.getStatusInfo(), detail)).build();
  }

  /** Adds the methods that Jersey provides itself, and so leaves out. */
  private static Set<String> allowed(Response refusal) {
    Set<String> methods = new TreeSet<>(refusal.getAllowedMethods());
    methods.add(HttpMethod.OPTIONS);
    if (methods.contains(HttpMethod.GET)) {
      methods.add(HttpMethod.HEAD);
    }
    return methods;
  }
}
