package dev.cinedex.http;

import dev.cinedex.http.Problem.Kind;
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
 * Refuses the query parameters that a method does not name: else {@code ?dryrun=true} would write.
 * A method that takes the whole request looks at them itself (as does Jersey's own of OPTIONS).
 */
public final class QueryParameters implements DynamicFeature {
  @Override
  public void configure(ResourceInfo resource, FeatureContext context) {
    Parameter[] parameters = resource.getResourceMethod().getParameters();
    if (Arrays.stream(parameters).noneMatch(p -> p.getType() == ContainerRequestContext.class)) {
      context.register(
          new Filter(
              Arrays.stream(parameters)
                  .map(parameter -> parameter.getAnnotation(QueryParam.class))
                  .filter(Objects::nonNull)
                  .map(QueryParam::value)
                  .sorted()
                  .toList()));
    }
  }

  private record Filter(List<String> known) implements ContainerRequestFilter {
    @Override
    public void filter(ContainerRequestContext request) {
      values(request.getUriInfo().getQueryParameters(), known);
    }
  }

  /**
   * The one value of each parameter.
   *
   * @throws ProblemException naming one that is not known, or is given more than once
   */
  public static Map<String, String> values(
      MultivaluedMap<String, String> query, List<String> known) {
    Map<String, String> values = new LinkedHashMap<>();
    query.forEach(
        (name, given) -> {
          if (!known.contains(name)) {
            String there =
                known.isEmpty() ? "there is none" : "there are " + String.join(", ", known);
            throw refused("'%s' is no parameter here; %s".formatted(name, there));
          }
          values.put(name, single(name, given));
        });
    return values;
  }

  private static String single(String name, List<String> values) {
    if (values.size() != 1) {
      throw refused(name + ": is given " + values.size() + " times");
    }
    return values.get(0);
  }

  private static ProblemException refused(String detail) {
    return new ProblemException(Kind.INVALID_PARAMETER, detail);
  }
}
