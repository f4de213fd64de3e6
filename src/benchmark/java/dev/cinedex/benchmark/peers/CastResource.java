package dev.cinedex.benchmark.peers;

import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.UUID;

/** Changes casts over HTTP, without protection. */
@Path("/movies/{id}")
@Consumes(MediaType.APPLICATION_JSON)
public final class CastResource {
  private final UnsafeApplication application;

  CastResource(UnsafeApplication application) {
    this.application = application;
  }

  /** The fields that a request changes. */
  public record CastChange(List<String> actors) {}

  @PATCH
  public void change(@PathParam("id") UUID id, CastChange change) {
    application.change(id, change.actors());
  }
}
