package dev.cinedex.http;

import dev.cinedex.access.Role;
import jakarta.annotation.Priority;
import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.DynamicFeature;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.FeatureContext;
import jakarta.ws.rs.core.MultivaluedMap;
import java.lang.reflect.Method;
import java.util.Objects;

/**
 * Refuses a request whose caller lacks the role that the matched method needs. A method that names
 * no role cannot be registered, unless everybody may call it.
 */
public final class RoleFilter implements DynamicFeature {
  private static final String OWN = "dev.cinedex";

  @Override
  public void configure(ResourceInfo resource, FeatureContext context) {
    Method method = resource.getResourceMethod();
    if (resource.getResourceClass().getName().startsWith(OWN)
        && !method.isAnnotationPresent(PermitAll.class)) {
      RequiredRole required = method.getAnnotation(RequiredRole.class);
      context.register(
          new Check(Objects.requireNonNull(required, () -> method + " names no role")));
    }
  }

  /** Runs before the body is read. */
  @Priority(Priorities.AUTHORIZATION)
  private record Check(RequiredRole required) implements ContainerRequestFilter {
    @Override
    public void filter(ContainerRequestContext request) {
      Callers.require(Callers.of(request), needed(request.getUriInfo().getQueryParameters()));
    }

    private Role needed(MultivaluedMap<String, String> parameters) {
      if (required.search().length > 0 && parameters.containsKey("search")) {
        return required.search()[0];
      }
      return required.dryRun().length > 0 && QueryParameters.isDryRun(parameters)
          ? required.dryRun()[0]
          : required.value();
    }
  }
}
