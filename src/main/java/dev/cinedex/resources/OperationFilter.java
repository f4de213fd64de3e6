package dev.cinedex.resources;

import dev.cinedex.http.RequestMetrics;
import jakarta.annotation.Priority;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import org.glassfish.jersey.server.ExtendedUriInfo;
import org.glassfish.jersey.server.model.ResourceMethod;

/**
 * Names the operation of each request, for the metrics and the audit. The methods of the resources
 * have the names that the operations have in {@code openapi.yaml}.
 */
@Priority(Priorities.AUTHENTICATION)
final class OperationFilter implements ContainerRequestFilter {
  @Override
  public void filter(ContainerRequestContext request) {
    ResourceMethod matched = ((ExtendedUriInfo) request.getUriInfo()).getMatchedResourceMethod();
    if (!matched.isExtended()) { // Jersey itself answers OPTIONS
      request.setProperty(
          RequestMetrics.OPERATION, matched.getInvocable().getHandlingMethod().getName());
    }
  }
}
