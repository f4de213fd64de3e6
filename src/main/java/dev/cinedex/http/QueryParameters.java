package dev.cinedex.http;

import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.DynamicFeature;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.FeatureContext;
import jakarta.ws.rs.core.MultivaluedMap;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Refuses query parameters that a method does not declare: otherwise {@code ?dryrun=true} would
 * write. A method that declares none, and takes the whole request, checks its parameters itself, by
 * {@link #values}; so does Jersey's own OPTIONS.
 */
public final class QueryParameters implements DynamicFeature {
  @Override
  public void configure(ResourceInfo resource, FeatureContext context) {
    Parameter[] parameters = resource.getResourceMethod().getParameters();
    List<String> declared =
        Arrays.stream(parameters)
            .map(parameter -> parameter.getAnnotation(QueryParam.class))
            .filter(Objects::nonNull)
            .map(QueryParam::value)
            .sorted()
            .toList();
    if (!declared.isEmpty()
        || Arrays.stream(parameters).noneMatch(p -> p.getType() == ContainerRequestContext.class)) {
      context.register(new Filter(declared));
    }
  }

  private record Filter(List<String> known) implements ContainerRequestFilter {
    @Override
    public void filter(ContainerRequestContext request) {
      values(request, known);
    }
  }

  /**
   * Returns the value of each parameter of a request.
   *
   * @param known the names that are allowed
   * @throws ProblemException naming a parameter that is not known, or is given more than once
   */
  public static Map<String, String> values(ContainerRequestContext request, List<String> known) {
    return values(request.getUriInfo().getQueryParameters(), known);
  }

  static Map<String, String> values(MultivaluedMap<String, String> query, List<String> known) {
    Map<String, String> values = new LinkedHashMap<>();
    query.forEach(
        (name, given) -> {
          if (!known.contains(name)) {
            throw refused(
                "Unknown query parameter '%s'. Allowed: %s"
                    .formatted(name, known.isEmpty() ? "none" : String.join(", ", known)));
          }
          if (given.size() != 1) {
            throw refused(name + ": given " + given.size() + " times; send it once");
          }
          values.put(name, given.get(0));
        });
    return values;
  }

  /** Returns whether a query asks what a write would do, and not for the write. */
  static boolean isDryRun(MultivaluedMap<String, String> query) {
    return "true".equals(query.getFirst("dryRun"));
  }

  private static ProblemException refused(String detail) {
    return new ProblemException(ProblemKind.INVALID_PARAMETER, detail);
  }
}
