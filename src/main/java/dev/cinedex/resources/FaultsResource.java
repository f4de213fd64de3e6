package dev.cinedex.resources;

import dev.cinedex.access.Role;
import dev.cinedex.demo.Fault;
import dev.cinedex.demo.FaultPlanter;
import dev.cinedex.http.RequiredRole;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.Status;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Faults that are planted on purpose; only the embedded node has this path. */
@Path("/demo/faults")
@Produces(MediaType.APPLICATION_JSON)
public final class FaultsResource {
  private final ReadableTables tables;
  private final FaultPlanter planter;

  FaultsResource(ReadableTables tables, FaultPlanter planter) {
    this.tables = tables;
    this.planter = planter;
  }

  /**
   * A planted fault in JSON.
   *
   * @param key of the row that is wrong now
   * @param cql the statements that did it
   */
  record FaultView(
      String table, String kind, UUID movieId, Map<String, Object> key, List<String> cql) {}

  @POST
  @RequiredRole(Role.OPERATOR)
  @Consumes(MediaType.APPLICATION_JSON)
  public Response plantFault(FaultRequest body) {
    Fault fault = planter.plant(tables.readable(body.table()), body.kind());
    return Response.status(Status.CREATED)
        .entity(
            new FaultView(
                body.table(),
                fault.kind().text(),
                fault.entityId(),
                RowColumns.key(fault.key()),
                fault.cql()))
        .build();
  }
}
