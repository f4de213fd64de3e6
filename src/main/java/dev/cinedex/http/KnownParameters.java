package dev.cinedex.http;

import dev.cinedex.http.Problem.Kind;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.DynamicFeature;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.FeatureContext;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Refuses the query parameters that a method does not name: else {@code ?dryrun=true} would write.
 * A method that takes the whole request looks at them itself (as does Jersey's own of OPTIONS).
 */
final class KnownParameters implements DynamicFeature {
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
                  .collect(Collectors.toCollection(TreeSet::new))));
    }
  }

  private record Filter(TreeSet<String> known) implements ContainerRequestFilter {
    @Override
    public void filter(ContainerRequestContext request) {
      request
          .getUriInfo()
          .getQueryParameters()
          .forEach(
              (name, values) -> {
                if (!known.contains(name)) {
                  throw unknown(name, known);
                }
                ListRequest.single(name, values);
              });
    }
  }

  static ProblemException unknown(String name, Iterable<String> known) {
    return new ProblemException(
        Kind.INVALID_PARAMETER,
        "'%s' is no parameter here; there are: %s".formatted(name, String.join(", ", known)));
  }
}
