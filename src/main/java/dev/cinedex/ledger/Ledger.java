package dev.cinedex.ledger;

import static java.util.Objects.requireNonNull;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import dev.cinedex.cassandra.TokenRange;
import dev.cinedex.movie.Movie;
import dev.cinedex.movie.MovieJson;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The table {@code movies}: reads and claims. */
public final class Ledger {
  private static final Logger LOGGER = LoggerFactory.getLogger(Ledger.class);

  private final LedgerDao movies;
  private final Notes notes;
  private final MovieJson json;

  /** To be made after the schema: it prepares its statements. */
  public Ledger(CqlSession session, Notes notes, MovieJson json) {
    this.movies = new LedgerMapperBuilder(session).build().movies();
    this.notes = notes;
    this.json = json;
  }

  /** At LOCAL_QUORUM: may miss a claim whose outcome its writer does not know either. */
  public Head read(UUID movieId) {
    return head(movieId, movies.find(movieId));
  }

  /** As {@link #read}, without waiting. */
  public CompletionStage<Head> readAsync(UUID movieId) {
    return movies.findAsync(movieId).thenApply(row -> head(movieId, row));
  }

  /**
   * Finishes or cancels a claim under way first: afterwards the outcome of every claim is known.
   */
  public Head readSerial(UUID movieId) {
    return head(movieId, movies.findSerial(movieId));
  }

  /** Every movie of a slice of the ring, deleted ones too, each as it is when it is read. */
  public Iterable<Head> scan(TokenRange slice) {
    return movies.scan(slice.after(), slice.upTo()).map(row -> head(row.movieId(), row));
  }

  /** Some movies: the first ones after a token. */
  public List<Head> sample(long after, int most) {
    return movies.sample(after, most).map(row -> head(row.movieId(), row)).all();
  }

  void note(UUID movieId, UUID claimId) {
    notes.create(movieId, claimId);
  }

  /** Of a claim that will never be; in the background. */
  void dropNote(UUID movieId, UUID claimId) {
    notes
        .delete(movieId, claimId)
        .whenComplete(
            (ok, failure) -> {
              if (failure != null) {
                LOGGER.debug("The sweeper will remove note {} of movie {}", claimId, movieId);
              }
            });
  }

  /** Puts {@code next} in the place of {@code head}. */
  ClaimOutcome claim(Head next, Head head) {
    try {
      boolean applied = movies.claim(row(next), head.version() == 0 ? null : head.version());
      return applied ? ClaimOutcome.WON : ClaimOutcome.LOST;
    } catch (QueryValidationException e) {
      throw e; // refused before anything was tried
    } catch (DriverException e) {
      LOGGER.debug("Claim {} of movie {} has no known outcome", next.claimId(), next.entityId(), e);
      return ClaimOutcome.UNKNOWN;
    }
  }

  /** Records that all lookup rows of a version are written, then drops its note. */
  CompletionStage<Void> settled(Head head) {
    return movies
        .settle(head.entityId(), head.version())
        .thenCompose(done -> notes.delete(head.entityId(), requireNonNull(head.claimId())));
  }

  private Head head(UUID movieId, @Nullable LedgerRow row) {
    if (row == null || row.version() == null) {
      return Head.none(movieId);
    }
    return new Head(
        movieId,
        row.version(),
        Boolean.TRUE.equals(row.deleted()) ? null : movie(row),
        row.previous() == null ? null : json.readState(row.previous()),
        required(row, "claim_id", row.claimId()),
        row.createdBy(),
        row.version().equals(row.settledVersion()));
  }

  private static Movie movie(LedgerRow row) {
    return new Movie(
        required(row, "title", row.title()),
        required(row, "release_year", row.releaseYear()),
        row.releaseDate(),
        required(row, "genres", row.genres()),
        required(row, "actors", row.actors()),
        required(row, "directors", row.directors()),
        row.synopsis());
  }

  /** A claim writes all of them. */
  private static <T> T required(LedgerRow row, String column, @Nullable T value) {
    if (value == null) {
      throw new IllegalStateException(
          "Movie %s has no '%s' in table movies, so that something else than Cinedex wrote it: complete or delete its row there, by CQL with IF EXISTS"
              .formatted(row.movieId(), column));
    }
    return value;
  }

  private LedgerRow row(Head head) {
    Movie movie = head.state();
    return new LedgerRow(
        head.entityId(),
        head.version(),
        movie == null,
        movie == null ? null : movie.title(),
        movie == null ? null : movie.releaseYear(),
        movie == null ? null : movie.releaseDate(),
        movie == null ? null : movie.genres(),
        movie == null ? null : movie.actors(),
        movie == null ? null : movie.directors(),
        movie == null ? null : movie.synopsis(),
        head.previous() == null ? null : json.writeState(head.previous()),
        head.claimId(),
        head.createdBy(),
        null);
  }
}
