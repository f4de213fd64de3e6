package dev.cinedex.benchmark.peers;

import static org.springframework.data.cassandra.core.query.Criteria.where;

import dev.cinedex.benchmark.peers.FilmsResource.FilmView;
import dev.cinedex.benchmark.peers.FilmsResource.Page;
import java.time.LocalDate;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.data.cassandra.core.AsyncCassandraTemplate;
import org.springframework.data.cassandra.core.CassandraTemplate;
import org.springframework.data.cassandra.core.cql.PrimaryKeyType;
import org.springframework.data.cassandra.core.mapping.Column;
import org.springframework.data.cassandra.core.mapping.PrimaryKeyColumn;
import org.springframework.data.cassandra.core.mapping.Table;
import org.springframework.data.cassandra.core.query.Query;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The two lists as plainly as Spring MVC and Spring Data allow. */
@RestController
public class FilmsController {
  private final CassandraTemplate template;
  private final AsyncCassandraTemplate asynchronous;

  FilmsController(CassandraTemplate template, AsyncCassandraTemplate asynchronous) {
    this.template = template;
    this.asynchronous = asynchronous;
  }

  /** A row of the table by actor. */
  @Table("movies_by_actor")
  record FilmByActor(
      @PrimaryKeyColumn(type = PrimaryKeyType.PARTITIONED) String actor,
      @PrimaryKeyColumn(ordinal = 1) String title,
      @PrimaryKeyColumn(name = "movie_id", ordinal = 2) UUID id,
      @Column("release_year") int releaseYear,
      @Nullable Set<String> genres,
      @Nullable List<String> actors) {

    FilmView view() {
      return new FilmView(id, title, releaseYear, null, genres, actors, null, null, null);
    }
  }

  /** A row of the table by genre. */
  @Table("movies_by_genre")
  record FilmByGenre(
      @PrimaryKeyColumn(type = PrimaryKeyType.PARTITIONED) String genre,
      @PrimaryKeyColumn(type = PrimaryKeyType.PARTITIONED, ordinal = 1) int bucket,
      @PrimaryKeyColumn(ordinal = 2) String title,
      @PrimaryKeyColumn(name = "movie_id", ordinal = 3) UUID id,
      @Column("release_year") int releaseYear,
      @Column("release_date") @Nullable LocalDate releaseDate,
      @Nullable Set<String> genres,
      @Nullable List<String> actors,
      @Nullable List<String> directors,
      @Nullable String synopsis,
      long version) {

    FilmView view() {
      return new FilmView(
          id, title, releaseYear, releaseDate, genres, actors, directors, synopsis, version);
    }
  }

  @GetMapping("/actors/{actor}/movies")
  public Page ofActor(
      @PathVariable("actor") String actor,
      @RequestParam(name = "limit", defaultValue = "20") int limit) {
    Query query = Query.query(where("actor").is(actor)).limit(limit);
    return new Page(
        template.select(query, FilmByActor.class).stream().map(FilmByActor::view).toList());
  }

  /** Reads all buckets at the same time. */
  @GetMapping("/genres/{genre}/movies")
  public Page ofGenre(
      @PathVariable("genre") String genre,
      @RequestParam(name = "limit", defaultValue = "20") int limit) {
    List<CompletableFuture<List<FilmByGenre>>> buckets =
        IntStream.range(0, Lists.BUCKETS)
            .mapToObj(bucket -> where("bucket").is(bucket))
            .map(bucket -> Query.query(where("genre").is(genre), bucket).limit(limit))
            .map(query -> asynchronous.select(query, FilmByGenre.class))
            .toList();
    return Page.merged(
        buckets.stream().flatMap(bucket -> bucket.join().stream()).map(FilmByGenre::view), limit);
  }
}
