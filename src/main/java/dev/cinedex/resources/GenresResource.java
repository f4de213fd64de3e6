package dev.cinedex.resources;

import dev.cinedex.access.Role;
import dev.cinedex.http.RequiredRole;
import dev.cinedex.lists.TableReads.Result;
import dev.cinedex.lookup.LookupTable;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.SortedMap;

/** The genres that have movies. */
@Path("/genres")
@Produces(MediaType.APPLICATION_JSON)
public final class GenresResource {
  private final FollowedTable table;
  private final AwaitedReads<LookupTable, SortedMap<List<Object>, Long>> rows;

  GenresResource(
      FollowedTable table, AwaitedReads<LookupTable, SortedMap<List<Object>, Long>> rows) {
    this.table = table;
    this.rows = rows;
  }

  /**
   * A genre in JSON.
   *
   * @param movies the number of its rows
   */
  record Genre(String genre, long movies) {}

  record Genres(List<Genre> items, CountedView counted) {}

  @GET
  @RequiredRole(Role.READER)
  public Genres listGenres() throws InterruptedException {
    LookupTable genres = table.readable();
    Result<SortedMap<List<Object>, Long>> counts =
        rows.get(genres, "Counting the rows of " + genres.name());
    return new Genres(
        counts.value().entrySet().stream()
            .map(row -> new Genre((String) row.getKey().get(0), row.getValue()))
            .toList(),
        CountedView.of(genres, counts));
  }
}
