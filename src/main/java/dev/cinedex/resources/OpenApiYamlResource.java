package dev.cinedex.resources;

import com.google.common.base.Suppliers;
import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import java.util.function.Supplier;

/** The description of the HTTP API as YAML. */
@Path("/openapi.yaml")
@Produces("application/yaml")
public final class OpenApiYamlResource {
  private final Supplier<byte[]> document = Suppliers.memoize(OpenApiDocument::yaml);

  @GET
  @PermitAll
  public byte[] openApiYaml() {
    return document.get().clone();
  }
}
