package dev.cinedex.resources;

import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;

/** The description of the HTTP API as YAML. */
@Path("/openapi.yaml")
@Produces("application/yaml")
public final class OpenApiYamlResource {
  private final byte[] document = OpenApiDocument.yaml();

  @GET
  @PermitAll
  public byte[] yaml() {
    return document.clone();
  }
}
