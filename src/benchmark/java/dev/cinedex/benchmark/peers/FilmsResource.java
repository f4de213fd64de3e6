package dev.cinedex.benchmark.peers;

import static java.util.Objects.requireNonNull;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.MediaType;
import java.time.LocalDate;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** The two lists as plainly as JAX-RS, Jackson and the driver allow. */
@Path("/")
@Produces(MediaType.APPLICATION_JSON)
public final class FilmsResource {
  private final CqlSession session;
  private final PreparedStatement byActor;
  private final PreparedStatement byGenre;

  FilmsResource(CqlSession session) {
    this.session = session;
    this.byActor = session.prepare(Lists.BY_ACTOR);
    this.byGenre = session.prepare(Lists.BY_GENRE);
  }

  /** A movie in an answer; a field without a value is left out. */
  public record FilmView(
      UUID id,
      @Nullable String title,
      int releaseYear,
      @Nullable LocalDate releaseDate,
      @Nullable Set<String> genres,
      @Nullable List<String> actors,
      @Nullable List<String> directors,
      @Nullable String synopsis,
      @Nullable Long version) {}

  /** A page of a list. */
  public record Page(List<FilmView> items) {
    /** Returns the first movies of all buckets, by title. */
    static Page merged(Stream<FilmView> films, int limit) {
      return new Page(
          films
              .sorted(Comparator.comparing(film -> requireNonNull(film.title())))
              .limit(limit)
              .toList());
    }
  }

  @GET
  @Path("actors/{actor}/movies")
  public Page ofActor(
      @PathParam("actor") String actor, @DefaultValue("20") @QueryParam("limit") int limit) {
    return new Page(session.execute(byActor.bind(actor, limit)).map(FilmsResource::partial).all());
  }

  @GET
  @Path("genres/{genre}/movies")
  public Page ofGenre(
      @PathParam("genre") String genre, @DefaultValue("20") @QueryParam("limit") int limit) {
    List<CompletionStage<AsyncResultSet>> buckets =
        IntStream.range(0, Lists.BUCKETS)
            .mapToObj(bucket -> session.executeAsync(byGenre.bind(genre, bucket, limit)))
            .toList();
    return Page.merged(
        buckets.stream()
            .map(bucket -> bucket.toCompletableFuture().join())
            .flatMap(rows -> StreamSupport.stream(rows.currentPage().spliterator(), false))
            .map(FilmsResource::complete),
        limit);
  }

  private static FilmView partial(Row row) {
    return new FilmView(
        requireNonNull(row.getUuid(0)),
        row.getString(1),
        row.getInt(2),
        null,
        row.getSet(3, String.class),
        row.getList(4, String.class),
        null,
        null,
        null);
  }

  private static FilmView complete(Row row) {
    return new FilmView(
        requireNonNull(row.getUuid(0)),
        row.getString(1),
        row.getInt(2),
        row.getLocalDate(3),
        row.getSet(4, String.class),
        row.getList(5, String.class),
        row.getList(6, String.class),
        row.getString(7),
        row.getLong(8));
  }
}
