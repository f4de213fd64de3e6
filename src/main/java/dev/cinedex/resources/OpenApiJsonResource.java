package dev.cinedex.resources;

import com.google.common.base.Suppliers;
import jakarta.annotation.security.PermitAll;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.function.Supplier;

/** The description of the HTTP API as JSON. */
@Path("/openapi.json")
@Produces(MediaType.APPLICATION_JSON)
public final class OpenApiJsonResource {
  /** The document is made when somebody asks for it: that takes longer than most of the start. */
  private final Supplier<byte[]> document = Suppliers.memoize(OpenApiDocument::json);

  @GET
  @PermitAll
  public byte[] openApiJson() {
    return document.get().clone();
  }
}
