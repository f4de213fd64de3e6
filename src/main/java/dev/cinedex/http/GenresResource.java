package dev.cinedex.http;

import dev.cinedex.http.Problem.Kind;
import dev.cinedex.lookup.LookupTable;
import dev.cinedex.projection.RowCounts;
import dev.cinedex.projection.RowCounts.Counts;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeoutException;

/** The genres that have movies. */
@Path("/genres")
@Produces(MediaType.APPLICATION_JSON)
public final class GenresResource {
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private final DeclaredTables tables;
  private final RowCounts counts;

  public GenresResource(DeclaredTables tables, RowCounts counts) {
    this.tables = tables;
    this.counts = counts;
  }

  /**
   * @param movies rows of the genre
   */
  record Genre(String genre, long movies) {}

  /** How the rows were counted. */
  record Counted(String table, String how, Instant from, Instant to) {}

  record Genres(List<Genre> items, Counted counted) {}

  @GET
  public Genres list() throws InterruptedException {
    LookupTable table = tables.readable("movies_by_genre");
    Counts counted = counted(table);
    return new Genres(
        counted.rows().entrySet().stream()
            .map(rows -> new Genre((String) rows.getKey().get(0), rows.getValue()))
            .toList(),
        new Counted(
            table.name(),
            "every row was counted, each at LOCAL_QUORUM at its own moment between 'from' and 'to';"
                + " none was checked against the ledger",
            counted.from(),
            counted.to()));
  }

  private Counts counted(LookupTable table) throws InterruptedException {
    try {
      return counts.of(table, PATIENCE);
    } catch (TimeoutException e) {
      throw new ProblemException(
          Kind.STILL_COUNTING,
          "The rows of %s are being counted for more than %d s: ask again for the result"
              .formatted(table.name(), PATIENCE.toSeconds()));
    }
  }
}
