package dev.cinedex.resources;

import dev.cinedex.access.Role;
import dev.cinedex.http.ProblemException;
import dev.cinedex.http.ProblemKind;
import dev.cinedex.http.RequiredRole;
import dev.cinedex.verification.EntityRows;
import dev.cinedex.verification.EntityRows.Comparison;
import dev.cinedex.verification.EntityRows.Search;
import jakarta.ws.rs.GET;
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
  private final AwaitedReads<UUID, Comparison> searches;

  MovieRowsResource(EntityRows rows, AwaitedReads<UUID, Comparison> searches) {
    this.rows = rows;
    this.searches = searches;
  }

  /**
   * @param search {@code tables} to look for orphans in every row of every table
   */
  @GET
  @RequiredRole(value = Role.READER, search = Role.OPERATOR)
  public RowsView compare(@PathParam("id") UUID id, @QueryParam("search") @Nullable String search)
      throws InterruptedException {
    if (search != null && !search.equals("tables")) {
      throw new ProblemException(ProblemKind.INVALID_PARAMETER, "search: must be tables");
    }
    return RowsView.of(
        search == null
            ? rows.compare(id, Search.KEYS)
            : searches.get(id, "Searching every table for movie " + id).value());
  }
}
