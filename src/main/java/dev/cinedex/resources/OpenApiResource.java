package dev.cinedex.resources;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * The description of this interface, {@code openapi.yaml}: written by hand, and held to by tests
 * that drive the service by it.
 */
@Path("/")
public final class OpenApiResource {
  private final byte[] yaml;
  private final byte[] json;

  public OpenApiResource() {
    try (InputStream resource = OpenApiResource.class.getResourceAsStream("/openapi.yaml")) {
      yaml = requireNonNull(resource).readAllBytes();
      json = new JsonMapper().writeValueAsBytes(new YAMLMapper().readTree(yaml));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @GET
  @Path("openapi.yaml")
  @Produces("application/yaml")
  public byte[] yaml() {
    return yaml.clone();
  }

  @GET
  @Path("openapi.json")
  @Produces(MediaType.APPLICATION_JSON)
  public byte[] json() {
    return json.clone();
  }
}
