package dev.cinedex.resources;

import com.fasterxml.jackson.databind.JsonNode;
import dev.cinedex.http.RequestMetrics;
import jakarta.annotation.Priority;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.core.UriInfo;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.glassfish.jersey.server.ExtendedUriInfo;
import org.glassfish.jersey.uri.UriTemplate;

/** Names the operation of each request, as {@code openapi.yaml} does, for the metrics. */
@Priority(Priorities.AUTHENTICATION)
final class OperationFilter implements ContainerRequestFilter {
  private final Map<String, String> operations = new HashMap<>();

  OperationFilter() {
    JsonNode paths = OpenApiDocument.tree().get("paths");
    paths
        .properties()
        .forEach(
            path ->
                path.getValue()
                    .properties()
                    .forEach(
                        method -> {
                          String id = method.getValue().path("operationId").asText();
                          operations.put(key(method.getKey(), path.getKey()), id);
                        }));
  }

  @Override
  public void filter(ContainerRequestContext request) {
    UriInfo uri = request.getUriInfo();
    if (uri instanceof ExtendedUriInfo matched) {
      StringBuilder path = new StringBuilder();
      for (UriTemplate template : matched.getMatchedTemplates()) {
        path.insert(0, template.getTemplate());
      }
      String method = request.getMethod().equals("HEAD") ? "GET" : request.getMethod();
      String operation = operations.get(key(method, path.toString()));
      if (operation != null) {
        request.setProperty(RequestMetrics.OPERATION, operation);
      }
    }
  }

  /** Leaves the names of the parameters out: the document has others than the resources. */
  private static String key(String method, String path) {
    String template = path.replaceAll("\\{[^}]*}", "{}").replaceAll("/+", "/");
    String trimmed = template.length() > 1 ? template.replaceAll("/$", "") : template;
    return method.toUpperCase(Locale.ROOT) + " " + trimmed;
  }
}
