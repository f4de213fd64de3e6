package dev.cinedex.resources;

import dev.cinedex.access.Role;
import dev.cinedex.http.RequiredRole;
import dev.cinedex.projection.WriteCosts;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;

/** The catalog of lookup tables. */
@Path("/lookups")
@Produces(MediaType.APPLICATION_JSON)
public final class LookupTablesResource {
  private final ReadableTables tables;
  private final WriteCosts costs;

  public LookupTablesResource(ReadableTables tables, WriteCosts costs) {
    this.tables = tables;
    this.costs = costs;
  }

  record TableList(List<TableView> items) {}

  @GET
  @RequiredRole(Role.READER)
  public TableList listLookups() {
    return new TableList(
        tables.view().entries().stream().map(entry -> TableView.of(entry, costs, null)).toList());
  }
}
