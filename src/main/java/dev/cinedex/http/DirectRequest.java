package dev.cinedex.http;

import dev.cinedex.access.Caller;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response.Status;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.http.QuotedQualityCSV;
import org.glassfish.jersey.uri.UriComponent;

/** A request for a read that is answered without Jersey; it is read as Jersey would read it. */
public final class DirectRequest {
  private static final int MOST_SEGMENTS = 8;

  private final HttpServletRequest request;

  DirectRequest(HttpServletRequest request) {
    this.request = request;
    EncodingFilter.requireUtf8(request.getQueryString());
  }

  /** Returns the segments of a path, decoded; none of a path that cannot be decoded. */
  static List<String> segments(String path) {
    try {
      return decodedSegments(path);
    } catch (IllegalArgumentException e) {
      return List.of();
    }
  }

  private static List<String> decodedSegments(String path) {
    String[] segments = path.substring(1).split("/", MOST_SEGMENTS);
    int count = segments[segments.length - 1].isEmpty() ? segments.length - 1 : segments.length;
    return Arrays.stream(segments, 0, count).map(DirectRequest::decoded).toList();
  }

  /** Decodes a segment without its matrix parameters. */
  private static String decoded(String segment) {
    int matrix = segment.indexOf(';');
    return UriComponent.decode(
        matrix < 0 ? segment : segment.substring(0, matrix), UriComponent.Type.PATH_SEGMENT);
  }

  /**
   * Returns the value of each query parameter.
   *
   * @param known the names that are allowed
   * @throws ProblemException naming a parameter that is not known, or is given more than once
   */
  public Map<String, String> parameters(List<String> known) {
    String query = request.getQueryString();
    return query == null
        ? Map.of()
        : QueryParameters.values(UriComponent.decodeQuery(query, true), known);
  }

  /**
   * Returns the media type that the client prefers.
   *
   * @param available the types, the one first that is sent to a client that has no preference
   * @throws ProblemException when it accepts none of them
   */
  public String mediaType(List<String> available) {
    String accept = request.getHeader(HttpHeaders.ACCEPT);
    if (accept == null || accept.equals("*/*")) {
      return available.get(0);
    }
    for (String range : accepted()) {
      for (String type : available) {
        if (isIn(range, type)) {
          return type;
        }
      }
    }
    throw new ProblemException(Problem.of(Status.NOT_ACCEPTABLE, RefusalMapper.NOT_ACCEPTABLE));
  }

  /** Returns the ranges of types that the client accepts, the preferred one first. */
  private List<String> accepted() {
    try {
      QuotedQualityCSV accepted = new QuotedQualityCSV();
      request.getHeaders(HttpHeaders.ACCEPT).asIterator().forEachRemaining(accepted::addValue);
      return accepted.getValues();
    } catch (RuntimeException e) {
      throw new ProblemException(Problem.of(Status.BAD_REQUEST, "Accept: cannot be read"));
    }
  }

  private static boolean isIn(String range, String type) {
    int parameters = range.indexOf(';');
    String name = (parameters < 0 ? range : range.substring(0, parameters)).strip();
    return name.equals("*/*")
        || name.equalsIgnoreCase(type)
        || (name.endsWith("/*") && type.regionMatches(true, 0, name, 0, name.length() - 1));
  }

  /** Returns whether only the headers of the answer are asked for. */
  public boolean isHead() {
    return request.getMethod().equals(HttpMethod.HEAD);
  }

  /** Returns the address of the service that the client used, which ends with a slash. */
  public String root() {
    StringBuffer url = request.getRequestURL();
    return url.substring(0, url.length() - request.getRequestURI().length() + 1);
  }

  /** Returns who sent the request. */
  public Caller caller() {
    return Callers.of(request);
  }

  /** Returns whether the client has the answer with a tag; its encoding makes no difference. */
  public boolean hasTag(String tag) {
    String tags = request.getHeader(HttpHeaders.IF_NONE_MATCH);
    return tags != null && tags.replace("--gzip\"", "\"").contains(tag);
  }

  public RequestPermit permit() {
    return RequestPermit.of(request);
  }
}
