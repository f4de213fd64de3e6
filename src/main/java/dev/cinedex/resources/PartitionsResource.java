package dev.cinedex.resources;

import dev.cinedex.access.Role;
import dev.cinedex.http.RequiredRole;
import dev.cinedex.lists.PartitionCounts.PartitionSizes;
import dev.cinedex.lookup.LookupTable;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

/** The largest partitions of a lookup table. */
@Path("/lookups/{table}/partitions")
@Produces(MediaType.APPLICATION_JSON)
public final class PartitionsResource {
  /** The number of partitions that are listed. */
  static final int MAX_PARTITIONS = 20;

  private final ReadableTables tables;
  private final AwaitedReads<LookupTable, PartitionSizes> rows;

  PartitionsResource(ReadableTables tables, AwaitedReads<LookupTable, PartitionSizes> rows) {
    this.tables = tables;
    this.rows = rows;
  }

  @GET
  @RequiredRole(Role.OPERATOR)
  public PartitionsView findPartitions(@PathParam("table") String name)
      throws InterruptedException {
    LookupTable table = tables.view().required(name).table();
    return PartitionsView.of(table, rows.get(table, "Counting the rows of " + name));
  }
}
