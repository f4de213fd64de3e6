package dev.cinedex.resources;

import dev.cinedex.lists.RowCounts.Counts;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.resources.RowCounting.Counted;
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
  private final ReadableTables tables;
  private final RowCounting<SortedMap<List<Object>, Long>> counting;

  public GenresResource(
      ReadableTables tables, RowCounting<SortedMap<List<Object>, Long>> counting) {
    this.tables = tables;
    this.counting = counting;
  }

  /**
   * @param movies rows of the genre
   */
  record Genre(String genre, long movies) {}

  record Genres(List<Genre> items, Counted counted) {}

  @GET
  public Genres list() throws InterruptedException {
    LookupTable table = tables.readable("movies_by_genre");
    Counts<SortedMap<List<Object>, Long>> counts = counting.of(table);
    return new Genres(
        counts.rows().entrySet().stream()
            .map(rows -> new Genre((String) rows.getKey().get(0), rows.getValue()))
            .toList(),
        Counted.of(table, counts));
  }
}
