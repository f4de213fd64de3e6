package dev.cinedex.resources;

import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** The description of the HTTP API as JSON. */
@Path("/openapi.json")
@Produces(MediaType.APPLICATION_JSON)
public final class OpenApiJsonResource {
  private final byte[] document = OpenApiDocument.json();

  @GET
  @PermitAll
  public byte[] json() {
    return document.clone();
  }
}
