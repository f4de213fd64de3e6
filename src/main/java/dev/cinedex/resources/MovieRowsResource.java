package dev.cinedex.resources;

import dev.cinedex.access.Role;
import dev.cinedex.http.ProblemException;
import dev.cinedex.http.ProblemKind;
import dev.cinedex.http.RequiredRole;
import dev.cinedex.verification.EntityRepair;
import dev.cinedex.verification.EntityRows;
import dev.cinedex.verification.EntityRows.Comparison;
import dev.cinedex.verification.EntityRows.Search;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The lookup rows of one movie, as they should be and as they are. */
@Path("/movies/{id}/rows")
@Produces(MediaType.APPLICATION_JSON)
public final class MovieRowsResource {
  private final EntityRows rows;
  private final EntityRepair repair;
  private final AwaitedReads<UUID, Comparison> searches;
  private final long previewBytes;

  /**
   * @param previewBytes the bytes of rows that the answer to a dry run shows whole
   */
  MovieRowsResource(
      EntityRows rows,
      EntityRepair repair,
      AwaitedReads<UUID, Comparison> searches,
      long previewBytes) {
    this.rows = rows;
    this.repair = repair;
    this.searches = searches;
    this.previewBytes = previewBytes;
  }

  /**
   * @param search {@code tables} to look for orphans in every row of every table
   */
  @GET
  @RequiredRole(value = Role.READER, search = Role.OPERATOR)
  public RowsView compareRows(
      @PathParam("id") UUID id, @QueryParam("search") @Nullable String search)
      throws InterruptedException {
    return RowsView.of(comparison(id, search));
  }

  /** Repairs the rows in every table; a dry run shows what that would write. */
  @POST
  @RequiredRole(value = Role.OPERATOR, dryRun = Role.READER, search = Role.OPERATOR)
  public Object repairRows(
      @PathParam("id") UUID id,
      @QueryParam("search") @Nullable String search,
      @QueryParam("dryRun") @DefaultValue("false") boolean dryRun)
      throws InterruptedException {
    Comparison found = comparison(id, search);
    return dryRun
        ? DryRunView.ofRepair(found.head(), repair.plan(found), previewBytes)
        : RowsView.of(repair.repair(found));
  }

  private Comparison comparison(UUID id, @Nullable String search) throws InterruptedException {
    if (search != null && !search.equals("tables")) {
      throw new ProblemException(ProblemKind.INVALID_PARAMETER, "search: must be tables");
    }
    return search == null
        ? rows.compare(id, Search.KEYS)
        : searches.get(id, "Searching every table for movie " + id).value();
  }
}
