package dev.cinedex.resources;

import static java.util.Objects.requireNonNull;

import dev.cinedex.entity.EntityState;
import dev.cinedex.ledger.Change;
import dev.cinedex.ledger.Decision;
import dev.cinedex.movie.MovieJson;
import dev.cinedex.movie.MoviePatch;
import dev.cinedex.movie.MovieRequest;

/** Translates the requests that write a movie into changes of the version that they replace. */
public final class MovieChanges {
  private final MovieJson json;

  public MovieChanges(MovieJson json) {
    this.json = json;
  }

  /** Creates a movie. Repeating it changes nothing; another movie at the id is a conflict. */
  Change create(MovieRequest body) {
    EntityState movie = json.valid(body);
    return head -> {
      if (head.exists() && !movie.equals(head.state())) {
        throw MovieProblems.exists(head);
      }
      return Decision.write(movie);
    };
  }

  /** Creates a movie if the same body did not create it before; keeps it as it is now if so. */
  Change createOnce(MovieRequest body) {
    EntityState movie = json.valid(body);
    String fingerprint = MovieJson.fingerprint(movie);
    return head -> {
      if (head.version() == 0) {
        return Decision.write(movie).createdBy(fingerprint);
      }
      if (!fingerprint.equals(head.createdBy())) {
        throw MovieProblems.keyReused(head.entityId());
      }
      return Decision.keep(MovieProblems.requireExisting(head));
    };
  }

  /** Replaces a movie, or creates it. */
  Change replace(MovieRequest body, Preconditions conditions) {
    EntityState movie = json.valid(body);
    return head -> {
      conditions.check(head);
      return Decision.write(movie);
    };
  }

  /** Replaces the fields that a patch names. */
  Change patch(MoviePatch patch, Preconditions conditions) {
    return head -> {
      conditions.check(MovieProblems.requireExisting(head));
      MovieRequest merged = json.merge(requireNonNull(head.state()), patch);
      merged.requireId(head.entityId());
      return Decision.write(json.valid(merged));
    };
  }

  Change delete(Preconditions conditions) {
    return head -> {
      conditions.check(MovieProblems.requireExisting(head));
      return Decision.delete();
    };
  }
}
